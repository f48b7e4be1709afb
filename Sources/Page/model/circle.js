// The posts of the circle that are on this page, the newest first.

import { batch, signal } from "../view/signal.js";

/**
 * @typedef {import("../client/wire.d.ts").CirclePost} CirclePost
 * @typedef {import("../client/wire.d.ts").CircleComment} CircleComment
 */

/** How many comments a post in the list has, at most. */
const COMMENTS_SHOWN = 5;

export class Circle {
  /** @type {import("../view/signal.js").Signal<CirclePost[]>} */
  posts = signal([]);
  hasMore = signal(false);
  isLoading = signal(false);
  isLoaded = signal(false);

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    app.world.listen(
      ({ circleChanged, session, profileChanged, friendRemoved }) => {
        if (circleChanged) this.apply(circleChanged);
        if (session || profileChanged || friendRemoved) {
          this.isLoaded.value = false;
        }
      },
    );
  }

  /** Reads the newest page, and is told of changes from then on. */
  async open() {
    // First open, then list: nothing that happens between is missed.
    await this.app.read("circleOpen", { on: true });
    await this.#load("");
  }

  /** Reads the page behind the last post. */
  async more() {
    if (this.isLoading.peek() || !this.hasMore.peek()) return;
    await this.#load(this.posts.peek().at(-1)?.id ?? "");
  }

  /** @param {string} before */
  async #load(before) {
    this.isLoading.value = true;
    const answer = await this.app.read("circleList", { before });
    batch(() => {
      this.isLoading.value = false;
      if (!answer) return;
      const page = answer.circlePage.posts ?? [];
      const known = before ? this.posts.peek() : [];
      this.posts.value = [...known, ...page];
      this.hasMore.value = answer.circlePage.more ?? false;
      this.isLoaded.value = true;
    });
  }

  /**
   * One post, which may be older than those of the list.
   *
   * @param {string} id
   */
  async find(id) {
    const known = this.posts.peek().find((post) => post.id === id);
    if (known) return known;
    return (await this.app.read("circleRead", { post: id }))?.circlePost;
  }

  /**
   * @param {string} id
   * @param {(post: CirclePost) => CirclePost} change
   */
  change(id, change) {
    this.posts.value = this.posts.peek().map((post) => post.id === id ? change(post) : post);
  }

  /** @param {import("../client/wire.d.ts").CircleChanged} changed */
  apply({ posted, liked, said, removed, unsaid }) {
    if (posted) {
      const known = this.posts.peek().some((post) => post.id === posted.id);
      if (known) {
        this.change(posted.id, (post) => ({ ...post, text: posted.text }));
      } else this.posts.value = [posted, ...this.posts.peek()];
    }
    if (liked) this.setLikes(liked);
    if (said) this.addComment(said);
    if (removed) {
      this.posts.value = this.posts.peek().filter((post) => post.id !== removed);
    }
    if (unsaid) {
      this.change(unsaid.post, (post) => ({
        ...post,
        comments: (post.comments ?? []).filter(({ id }) => id !== unsaid.comment),
        commentCount: unsaid.commentCount,
      }));
    }
  }

  /** @param {import("../client/wire.d.ts").CircleLikes} likes */
  setLikes({ post, likes, liked }) {
    this.change(post, (one) => ({ ...one, likes, liked: liked ?? one.liked }));
  }

  /** @param {import("../client/wire.d.ts").CircleSaid} said */
  addComment({ post, comment, commentCount }) {
    this.change(post, (one) => {
      const others = (one.comments ?? []).filter(({ id }) => id !== comment.id);
      return {
        ...one,
        comments: [...others, comment].slice(-COMMENTS_SHOWN),
        commentCount,
      };
    });
  }
}
