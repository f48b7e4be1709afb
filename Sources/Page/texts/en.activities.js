// The titles of the activities that a server has at first, in English: one that it calls otherwise
// is not translated.

export const activities = {
  "activity.gym": "Gym",
  "activity.coffee": "Coffee",
  "activity.eat": "Eat",
  "activity.study": "Study",
  "activity.movie": "Movie",
  "activity.shopping": "Shopping",
  "activity.anything": "Anything",
  "activity.wordgame": "Word game",
};
