// What words may belong to: the files of WordNet's lexicographers, by names that people know. Only
// the screens of words load them.

import { language } from "./index.js";

const en = {
  all: "",
  pert: "relations",
  ppl: "participles",
  Tops: "general terms",
  act: "acts",
  animal: "animals",
  artifact: "things people made",
  attribute: "attributes",
  body: "the body",
  change: "change",
  cognition: "thinking",
  communication: "communication",
  competition: "competition",
  consumption: "eating and drinking",
  contact: "touching and moving things",
  creation: "making",
  emotion: "feeling",
  event: "events",
  feeling: "feelings",
  food: "food and drink",
  group: "groups",
  location: "places",
  motion: "motion",
  motive: "motives",
  object: "natural things",
  perception: "perceiving",
  person: "people",
  phenomenon: "phenomena",
  plant: "plants",
  possession: "possession",
  process: "processes",
  quantity: "quantities",
  relation: "relations",
  shape: "shapes",
  social: "society",
  state: "states",
  stative: "being and having",
  substance: "substances",
  time: "time",
  weather: "weather",
};

/** @type {Record<keyof typeof en, string>} */
const de = {
  all: "",
  pert: "Zugehörigkeit",
  ppl: "Partizipien",
  Tops: "Oberbegriffe",
  act: "Handlungen",
  animal: "Tiere",
  artifact: "Gemachtes",
  attribute: "Eigenschaften",
  body: "Körper",
  change: "Veränderung",
  cognition: "Denken",
  communication: "Verständigung",
  competition: "Wettstreit",
  consumption: "Essen und Trinken",
  contact: "Berühren und Bewegen",
  creation: "Herstellen",
  emotion: "Fühlen",
  event: "Ereignisse",
  feeling: "Gefühle",
  food: "Speisen und Getränke",
  group: "Gruppen",
  location: "Orte",
  motion: "Bewegung",
  motive: "Beweggründe",
  object: "Dinge der Natur",
  perception: "Wahrnehmen",
  person: "Menschen",
  phenomenon: "Erscheinungen",
  plant: "Pflanzen",
  possession: "Besitz",
  process: "Vorgänge",
  quantity: "Mengen",
  relation: "Beziehungen",
  shape: "Formen",
  social: "Gesellschaft",
  state: "Zustände",
  stative: "Sein und Haben",
  substance: "Stoffe",
  time: "Zeit",
  weather: "Wetter",
};

/** @type {Record<string, string>} */
const names = { en, de }[language];

/**
 * The name of a category; an unknown one keeps the server's name.
 *
 * @param {string} [category] such as "noun.animal"
 * @returns {string}
 */
export function categoryName(category = "") {
  const name = category.slice(category.indexOf(".") + 1);
  return names[name] ?? name;
}
