// Applies changes to posts. Posts are immutable: a change returns another one.

/**
 * @typedef {import("../client/wire.d.ts").CirclePost} CirclePost
 * @typedef {import("../client/wire.d.ts").CircleComment} CircleComment
 * @typedef {import("../client/wire.d.ts").CircleChanged} CircleChanged
 * @typedef {import("../client/wire.d.ts").UserProfile} UserProfile
 */

/** Maximum number of comments of a post in a list. */
const COMMENTS_SHOWN = 5;

/**
 * @template {{id?: string}} T
 * @param {T[]} entries
 * @returns {T[]} ids ascend with time: the oldest first
 */
export function byID(entries) {
  return entries.toSorted((one, other) => one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

/**
 * The post after a change that may concern it.
 *
 * @param {CirclePost} post
 * @param {CircleChanged} happened
 * @returns {CirclePost} the same if it is not
 */
export function changed(post, { posted, liked, said, unsaid }) {
  if (posted?.id === post.id) {
    // Members of a plan confirm it one after another.
    return { ...post, text: posted.text, with: posted.with, others: posted.others };
  }
  if (liked?.post === post.id) {
    return { ...post, likes: liked.likes, liked: liked.liked ?? post.liked };
  }
  if (said?.post === post.id) {
    const others = without(post, said.comment.id);
    const comments = byID([...others, said.comment]).slice(-COMMENTS_SHOWN);
    return { ...post, comments, commentCount: said.commentCount };
  }
  if (unsaid?.post === post.id) {
    return {
      ...post,
      comments: without(post, unsaid.comment),
      commentCount: unsaid.commentCount,
    };
  }
  return post;
}

/** @param {CirclePost} post @param {string} comment */
function without({ comments = [] }, comment) {
  return comments.filter(({ id }) => id !== comment);
}

/**
 * The post with the current name and picture of a user.
 *
 * @param {CirclePost} post
 * @param {UserProfile} user
 * @returns {CirclePost} the same if they do not occur
 */
export function shown(post, user) {
  const isTheirs = (/** @type {UserProfile | undefined} */ one) => one?.username === user.username;
  const { author, with: companion, others = [], comments = [] } = post;
  const people = [author, companion, ...others, ...comments.map(({ from }) => from)];
  if (!people.some(isTheirs)) return post;
  return {
    ...post,
    author: isTheirs(author) ? user : author,
    with: isTheirs(companion) ? user : companion,
    others: others.map((one) => isTheirs(one) ? user : one),
    comments: saidBy(comments, user),
  };
}

/**
 * Comments with the current name and picture of a user.
 *
 * @param {CircleComment[]} comments
 * @param {UserProfile} user
 */
export function saidBy(comments, user) {
  return comments.map((one) => one.from.username === user.username ? { ...one, from: user } : one);
}
