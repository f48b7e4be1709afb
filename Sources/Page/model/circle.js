// The posts of the circle that this page has loaded, newest first.

import { Refused } from "../client/index.js";
import { batch, signal } from "../view/signal.js";
import { byID, changed, saidBy, shown } from "./posts.js";

/**
 * @typedef {import("../client/wire.d.ts").CirclePost} CirclePost
 * @typedef {import("../client/wire.d.ts").CircleComment} CircleComment
 * @typedef {import("../client/wire.d.ts").CircleChanged} CircleChanged
 * @typedef {{comments: CircleComment[], more: boolean}} Thread all comments of a post, oldest first,
 *   and whether there are older ones
 */

/** Number of posts in a page. */
const PAGE = 10;
/** Maximum number of posts and comments that are read at once when they are read again. */
const POSTS_MAX = 50;
const COMMENTS_MAX = 100;

export class Circle {
  /** @type {import("../view/signal.js").Signal<CirclePost[]>} */
  posts = signal([]);
  /**
   * New posts that wait until the user asks for them.
   *
   * @type {import("../view/signal.js").Signal<CirclePost[]>}
   */
  waiting = signal([]);
  hasMore = signal(false);
  isLoading = signal(false);
  isLoaded = signal(false);
  /**
   * The post that was opened by its address; null: it does not exist.
   *
   * @type {import("../view/signal.js").Signal<{id?: string, post?: CirclePost | null}>}
   */
  one = signal({});
  /** Posts with all their comments, by id. @type {import("../view/signal.js").Signal<Map<string, Thread>>} */
  threads = signal(new Map());
  /** Whether the user has scrolled down: then new posts wait. */
  isReading = () => false;

  /** Changes that arrive while a list is being read. @type {CircleChanged[] | undefined} */
  #meanwhile;
  /** @type {Promise<void>} */
  #turn = Promise.resolve();

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    app.world.listen(({ circleChanged, profileChanged, ...more }) => {
      if (circleChanged) this.apply(circleChanged);
      if (profileChanged) this.#rename(profileChanged.user);
      // The visibility of posts has changed: only the lists know the result.
      if (more.friendAdded || more.friendRemoved || more.blockChanged) this.#again();
    });
  }

  /** Subscribes to changes, and reads the loaded posts again. */
  async open() {
    // Open before list: so no change in between is missed.
    await this.#quiet("circleOpen", { on: true });
    await this.refresh();
  }

  #again() {
    if (this.isLoaded.peek()) this.refresh();
  }

  /** Reads as many posts as are loaded, and all threads. */
  refresh() {
    return this.#inTurn(async () => {
      const wanted = Math.max(PAGE, this.posts.peek().length + this.waiting.peek().length);
      /** @type {CirclePost[]} */
      const read = [];
      let hasMore = true;
      while (hasMore && read.length < wanted) {
        const limit = Math.min(POSTS_MAX, wanted - read.length);
        const answer = await this.#quiet("circleList", { before: read.at(-1)?.id ?? "", limit });
        if (!answer) return;
        read.push(...answer.circlePage.posts ?? []);
        hasMore = answer.circlePage.more ?? false;
      }
      batch(() => {
        this.#place(read);
        this.hasMore.value = hasMore;
        this.isLoaded.value = true;
      });
      await Promise.all([...this.threads.peek().keys()].map((id) => this.readComments(id)));
    });
  }

  /** New posts wait if the user has scrolled down. @param {CirclePost[]} read */
  #place(read) {
    const newest = this.posts.peek()[0]?.id;
    const isNew = (/** @type {CirclePost} */ post) =>
      newest !== undefined && post.id > newest && this.isReading();
    this.waiting.value = read.filter(isNew);
    this.posts.value = read.filter((post) => !isNew(post));
  }

  /** Reads the page after the last post. */
  more() {
    if (this.isLoading.peek() || !this.hasMore.peek()) return;
    return this.#inTurn(async () => {
      const last = this.posts.peek().at(-1)?.id ?? "";
      const answer = await this.app.read("circleList", { before: last });
      if (!answer) return;
      batch(() => {
        const older = (answer.circlePage.posts ?? []).filter((post) => !last || post.id < last);
        this.posts.value = [...this.posts.peek(), ...older];
        this.hasMore.value = answer.circlePage.more ?? false;
      });
    });
  }

  /** Shows the posts that wait. */
  show() {
    batch(() => {
      this.posts.value = [...this.waiting.peek(), ...this.posts.peek()];
      this.waiting.value = [];
    });
  }

  /**
   * Reads one post, which may be older than those of the list, and all its comments.
   *
   * @param {string} id
   */
  async read(id) {
    const isOpen = () => this.one.peek().id === id;
    if (!isOpen()) {
      this.one.value = { id, post: this.posts.peek().find((post) => post.id === id) };
    }
    try {
      const { circlePost } = await this.app.link.call("circleRead", { post: id });
      if (isOpen()) this.one.value = { id, post: circlePost };
      await this.readComments(id);
    } catch (error) {
      // A refusal does not say whether the post was deleted or is hidden. After other failures, the
      // next session reads it.
      if (error instanceof Refused && isOpen()) this.one.value = { id, post: null };
    }
  }

  /**
   * Reads all loaded comments of a post again; the newest ones, if none are loaded.
   *
   * @param {string} id
   */
  async readComments(id) {
    const wanted = this.threads.peek().get(id)?.comments.length ?? 0;
    /** @type {CircleComment[]} */
    let comments = [];
    let more = true;
    do {
      const answer = await this.#quiet("circleComments", {
        post: id,
        before: comments[0]?.id ?? "",
        limit: COMMENTS_MAX,
      });
      if (!answer) return;
      comments = [...answer.circleComments.comments ?? [], ...comments];
      more = answer.circleComments.more ?? false;
    } while (more && comments.length < wanted);
    this.#setThread(id, () => ({ comments, more }));
  }

  /** Reads older comments of a post. @param {string} id */
  async earlierComments(id) {
    const before = this.threads.peek().get(id)?.comments[0]?.id;
    if (!before) return await this.readComments(id);
    const answer = await this.app.read("circleComments", { post: id, before });
    if (!answer) return;
    const { comments = [], more = false } = answer.circleComments;
    this.#setThread(id, (thread) => ({ comments: [...comments, ...thread.comments], more }));
  }

  /** Shows only the newest comments of a post. @param {string} id */
  closeThread(id) {
    const threads = new Map(this.threads.peek());
    threads.delete(id);
    this.threads.value = threads;
  }

  /**
   * @param {string} id
   * @param {(thread: Thread) => Thread} change
   */
  #setThread(id, change) {
    const threads = this.threads.peek();
    const thread = change(threads.get(id) ?? { comments: [], more: false });
    this.threads.value = new Map(threads).set(id, thread);
  }

  /**
   * After a command of this page. Its event may have arrived first.
   *
   * @param {string} post
   * @param {string} comment
   */
  removeComment(post, comment) {
    const known = [...this.posts.peek(), this.one.peek().post].find((one) => one?.id === post);
    const comments = this.threads.peek().get(post)?.comments ?? known?.comments ?? [];
    if (!comments.some(({ id }) => id === comment)) return;
    const commentCount = Math.max(0, (known?.commentCount ?? 1) - 1);
    this.apply({ unsaid: { post, comment, commentCount } });
  }

  /** Applies a change, also one by a command of this page. @param {CircleChanged} happened */
  apply(happened) {
    this.#meanwhile?.push(happened);
    batch(() => {
      const { posted, removed, said, unsaid } = happened;
      if (posted) this.#take(posted);
      if (removed) this.#remove(removed);
      const id = said?.post ?? unsaid?.post;
      if (this.threads.peek().has(id)) {
        this.#setThread(id, (thread) => {
          const gone = said?.comment.id ?? unsaid.comment;
          const others = thread.comments.filter((comment) => comment.id !== gone);
          return { ...thread, comments: said ? byID([...others, said.comment]) : others };
        });
      }
      this.#everywhere((post) => changed(post, happened));
    });
  }

  /** Adds a post that is not loaded yet. @param {CirclePost} post */
  #take(post) {
    const { world, login } = this.app;
    if (post.author.username === login.username) {
      // By posting, the user has answered.
      world.asked.value = world.asked.peek().filter((one) =>
        one.activity !== post.activity || one.friend.username !== post.with?.username
      );
    }
    const posts = this.posts.peek();
    if ([...posts, ...this.waiting.peek()].some(({ id }) => id === post.id)) return;
    if (!this.isLoaded.peek()) return;
    // An older post with a new text: it belongs to a page that is not loaded.
    if (this.hasMore.peek() && post.id < (posts.at(-1)?.id ?? "")) return;
    if (this.isReading() && post.id > (posts[0]?.id ?? "")) {
      this.waiting.value = byID([...this.waiting.peek(), post]).reverse();
    } else this.posts.value = byID([...posts, post]).reverse();
  }

  /**
   * Shows a user's current name and picture.
   *
   * @param {import("../client/wire.d.ts").UserProfile} user
   */
  #rename(user) {
    this.#everywhere((post) => shown(post, user));
    for (const id of this.threads.peek().keys()) {
      this.#setThread(id, (thread) => ({ ...thread, comments: saidBy(thread.comments, user) }));
    }
  }

  /** @param {string} gone */
  #remove(gone) {
    const isOther = (/** @type {CirclePost} */ { id }) => id !== gone;
    this.posts.value = this.posts.peek().filter(isOther);
    this.waiting.value = this.waiting.peek().filter(isOther);
    if (this.one.peek().id === gone) this.one.value = { id: gone, post: null };
    if (this.threads.peek().has(gone)) this.closeThread(gone);
  }

  /** @param {(post: CirclePost) => CirclePost} change returns the same post if nothing changes */
  #everywhere(change) {
    for (const list of [this.posts, this.waiting]) {
      const posts = list.peek().map(change);
      if (posts.some((post, index) => post !== list.peek()[index])) list.value = posts;
    }
    const { id, post } = this.one.peek();
    if (post && change(post) !== post) this.one.value = { id, post: change(post) };
  }

  /**
   * Reads one list at a time. Changes that arrive meanwhile may be missing in it.
   *
   * @param {() => Promise<void>} read
   */
  #inTurn(read) {
    this.#turn = this.#turn.then(async () => {
      this.isLoading.value = true;
      this.#meanwhile = [];
      try {
        await read();
      } finally {
        const meanwhile = this.#meanwhile;
        this.#meanwhile = undefined;
        for (const happened of meanwhile) this.apply(happened);
        this.isLoading.value = false;
      }
    });
    return this.#turn;
  }

  /**
   * Reads without a request of the user: a failure is not shown, because the next session reads
   * again.
   *
   * @param {import("../client/connection.js").Command} name
   * @param {any} fields
   */
  #quiet(name, fields) {
    return this.app.link.call(name, fields).catch(() => /** @type {any} */ (undefined));
  }
}
