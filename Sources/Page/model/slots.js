// Cards that stay where they are while others come and go.

/**
 * Places a list's cards so that none of those that stay moves. A card that comes takes the first
 * free place, or one behind the others.
 *
 * @param {readonly (string | undefined)[]} former the keys of the cards by place; undefined: free
 * @param {readonly string[]} keys of the cards that are there now; those that come are placed in
 *   this order
 * @returns {(string | undefined)[]}
 */
export function settled(former, keys) {
  const there = new Set(keys);
  const places = former.map((key) => there.has(key) ? key : undefined);
  for (const key of keys) {
    if (places.includes(key)) continue;
    const free = places.indexOf(undefined);
    if (free < 0) places.push(key);
    else places[free] = key;
  }
  while (places.length && places.at(-1) === undefined) places.pop();
  return places;
}
