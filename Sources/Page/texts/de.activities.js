// The titles of the activities that a server has at first, in German.

export const activities = {
  "activity.gym": "Fitness",
  "activity.coffee": "Kaffee",
  "activity.eat": "Essen",
  "activity.study": "Lernen",
  "activity.movie": "Film",
  "activity.shopping": "Einkaufen",
  "activity.anything": "Irgendwas",
  "activity.wordgame": "Wörterspiel",
};
