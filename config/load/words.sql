-- A search among 300,000 messages of 3,000 people, as Sources/Kernel/Dialect.swift spells it, and as it
-- would be without MATERIALIZED: a word that many have, one that few have, one of nobody's.
CREATE SCHEMA words;
SET search_path = words;
CREATE TABLE said (id BIGINT PRIMARY KEY, words TSVECTOR NOT NULL);
CREATE INDEX said_words ON said USING gin (words);
INSERT INTO said
SELECT i, array_to_tsvector(array_cat(
    array_agg(DISTINCT 'u' || lpad((i % 3000)::text, 13, '0') || word),
    array_agg(DISTINCT 'u' || lpad((3000 + i * 7 % 3000)::text, 13, '0') || word)))
FROM generate_series(1, 300000) AS i,
    LATERAL (SELECT 'word' || floor(2000 * power(random(), 3))::int AS word
        FROM generate_series(1, 8) AS g WHERE i = i) AS one
GROUP BY i;
ANALYZE said;
PREPARE found (text) AS
WITH found AS MATERIALIZED (SELECT id FROM said WHERE words @@ ($1 || ':*')::tsquery)
SELECT id FROM found ORDER BY id DESC LIMIT 50;
PREPARE hoped (text) AS
SELECT id FROM said WHERE words @@ (SELECT $1 || ':*')::tsquery ORDER BY id DESC LIMIT 50;
EXPLAIN ANALYZE EXECUTE found ('u0000000000007word0');
EXPLAIN ANALYZE EXECUTE found ('u0000000000007word1999');
EXPLAIN ANALYZE EXECUTE found ('u0000000000007nobodys');
EXPLAIN ANALYZE EXECUTE hoped ('u0000000000007word0');
EXPLAIN ANALYZE EXECUTE hoped ('u0000000000007word1999');
EXPLAIN ANALYZE EXECUTE hoped ('u0000000000007nobodys');
DROP SCHEMA words CASCADE;
