// The texts of the finder, which only it loads.

import { teller } from "./index.js";

const en = {
  title: "Search",
  field: "People, groups and messages",
  filters: "Filters",
  filtersOn: "{count|Filters: one|Filters: #}",
  noFilters: "Remove filters",
  where: "Conversation",
  everywhere: "All",
  me: "Me",
  people: "People",
  groups: "Groups",
  messages: "Messages",
  recent: "Recent conversations",
  searching: "Searching…",
  nothing: "Nothing found.",
  hint: "Type words.",
  found: "{count|One result|# results}",
  foundMore: "{count|One result|# results}, and there may be older ones",
  older: "Show older ones",
  offline: "Without a connection, only people and groups are found.",
};

/** @type {Record<keyof typeof en, string>} */
const de = {
  title: "Suche",
  field: "Personen, Gruppen und Nachrichten",
  filters: "Filter",
  filtersOn: "{count|Filter: einer|Filter: #}",
  noFilters: "Filter entfernen",
  where: "Unterhaltung",
  everywhere: "Alle",
  me: "Mir",
  people: "Personen",
  groups: "Gruppen",
  messages: "Nachrichten",
  recent: "Letzte Unterhaltungen",
  searching: "Es wird gesucht …",
  nothing: "Nichts gefunden.",
  hint: "Gib Wörter ein.",
  found: "{count|Ein Treffer|# Treffer}",
  foundMore: "{count|Ein Treffer|# Treffer}, und vielleicht gibt es ältere",
  older: "Ältere zeigen",
  offline: "Ohne Verbindung werden nur Personen und Gruppen gefunden.",
};

export const say = teller({ en, de });
