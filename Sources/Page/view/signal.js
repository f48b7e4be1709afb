// Values that run effects when they change.
//
// A signal notifies its readers when it is set. Effects run after all changes of a batch, in the
// order of their creation: an effect runs before those that it has created. A computed value is
// computed when it is read, if one of its sources has changed since.

/**
 * The running reader of signals.
 *
 * @type {Reader | undefined}
 */
let reader;
/** The owner of new effects and clean-ups. @type {Scope | undefined} */
let owner;
/** Number of nested batches that are running. */
let depth = 0;
/** Counts changes of signals. */
let clock = 0;
/** Effects that are due, in the order of their creation. @type {Effect[]} */
const queue = [];
let isSettling = false;
/** Counts effects: an effect has a greater number than its creator. */
let effectCount = 0;

/** How often an effect may run for the changes of one batch: it may change its own sources. */
const RUNS_MAX = 100;

/**
 * A subscriber of sources.
 *
 * @typedef {object} Reader
 * @property {Map<Source, number>} sources the sources that it has read, with their versions
 * @property {boolean} isSubscribed whether its sources notify it
 * @property {() => void} notify a source has changed, or may have
 */

/** Effects and clean-ups that end together. */
class Scope {
  /** @type {(() => void)[]} */
  endings = [];

  end() {
    const { endings } = this;
    this.endings = [];
    for (const end of endings) end();
  }
}

/** A signal or a computed value. */
class Source {
  /** Grows when the value changes. */
  version = 0;
  /** @type {Set<Reader>} */
  readers = new Set();

  /** Recomputes the value, if one of its sources has changed. */
  refresh() {}

  /** The current reader has read this. */
  track() {
    if (!reader) return;
    if (reader.sources.has(this)) return;
    if (reader.isSubscribed) this.subscribe(reader);
    reader.sources.set(this, this.version);
  }

  /** @param {Reader} reader */
  subscribe(reader) {
    this.readers.add(reader);
  }

  /** @param {Reader} reader */
  unsubscribe(reader) {
    this.readers.delete(reader);
  }
}

/**
 * Runs `body`, which reads sources, and subscribes `self` to those alone.
 *
 * @template T
 * @param {Reader} self
 * @param {Scope | undefined} scope
 * @param {() => T} body
 * @returns {T}
 */
function reading(self, scope, body) {
  const former = self.sources;
  const [formerReader, formerOwner] = [reader, owner];
  self.sources = new Map();
  [reader, owner] = [self, scope];
  try {
    return body();
  } finally {
    [reader, owner] = [formerReader, formerOwner];
    for (const source of former.keys()) {
      if (!self.sources.has(source)) source.unsubscribe(self);
    }
  }
}

/**
 * Whether a source of `self` has changed since it was read. Sources are recomputed in the order of
 * reading: an earlier one may decide whether a later one is read at all.
 *
 * @param {Reader} self
 */
function isStale(self) {
  for (const [source, version] of self.sources) {
    source.refresh();
    if (source.version !== version) return true;
  }
  return false;
}

/**
 * @template T
 * @extends {Source}
 */
class Value extends Source {
  /** @param {T} value */
  constructor(value) {
    super();
    this.current = value;
  }

  get value() {
    this.track();
    return this.current;
  }

  set value(next) {
    if (Object.is(next, this.current)) return;
    this.current = next;
    this.version++;
    clock++;
    for (const one of this.readers) one.notify();
    settle();
  }

  peek() {
    return this.current;
  }
}

/**
 * Its sources notify it only while it has readers itself, so it needs no disposal.
 *
 * @template T
 */
class Computed extends Source {
  /** @type {Map<Source, number>} */
  sources = new Map();
  isSubscribed = false;
  isRunning = false;
  /** Whether a source has notified it since it was computed. */
  isNotified = true;
  /** The clock at which it was last current. */
  checked = -1;
  /** @type {{value: T} | {error: unknown} | undefined} */
  result;

  /** @param {() => T} make */
  constructor(make) {
    super();
    this.make = make;
  }

  get value() {
    this.refresh();
    this.track();
    return this.#get();
  }

  peek() {
    this.refresh();
    return this.#get();
  }

  #get() {
    if ("error" in this.result) throw this.result.error;
    return this.result.value;
  }

  /** @override */
  refresh() {
    if (this.isRunning) throw new Error("a computed value reads itself");
    if (this.checked === clock || (this.isSubscribed && !this.isNotified)) return;
    const isFirst = !this.result;
    this.isNotified = false;
    this.checked = clock;
    if (!isFirst && !isStale(this)) return;
    const former = this.result;
    this.isRunning = true;
    try {
      this.result = { value: reading(this, undefined, this.make) };
    } catch (error) {
      this.result = { error };
    } finally {
      this.isRunning = false;
    }
    const isSame = former && "value" in former && "value" in this.result &&
      Object.is(former.value, this.result.value);
    if (!isSame) this.version++;
  }

  notify() {
    if (this.isNotified) return;
    this.isNotified = true;
    for (const one of this.readers) one.notify();
  }

  /** @override @param {Reader} reader */
  subscribe(reader) {
    super.subscribe(reader);
    if (this.isSubscribed) return;
    this.isSubscribed = true;
    for (const source of this.sources.keys()) source.subscribe(this);
  }

  /** @override @param {Reader} reader */
  unsubscribe(reader) {
    super.unsubscribe(reader);
    if (this.readers.size > 0) return;
    this.isSubscribed = false;
    for (const source of this.sources.keys()) source.unsubscribe(this);
  }
}

class Effect extends Scope {
  number = effectCount++;
  /** @type {Map<Source, number>} */
  sources = new Map();
  isSubscribed = true;
  isOver = false;
  /** Runs since the queue was empty. */
  runs = 0;

  /** @param {() => void} body */
  constructor(body) {
    super();
    owner?.endings.push(() => this.end());
    this.body = body;
  }

  run() {
    super.end();
    try {
      reading(this, this, this.body);
    } finally {
      if (this.isOver) this.end();
    }
  }

  notify() {
    let place = queue.length;
    while (place > 0 && queue[place - 1].number > this.number) place--;
    if (queue[place - 1] !== this) queue.splice(place, 0, this);
  }

  /** @override */
  end() {
    this.isOver = true;
    super.end();
    for (const source of this.sources.keys()) source.unsubscribe(this);
    this.sources.clear();
  }
}

/**
 * Runs the effects that are due, unless more changes may follow. An effect that throws does not
 * keep others from running.
 *
 * @throws what an effect has thrown, when all have run
 */
function settle() {
  if (depth > 0 || isSettling) return;
  isSettling = true;
  const errors = [];
  /** @type {Set<Effect>} */
  const done = new Set();
  for (let effect = queue.shift(); effect; effect = queue.shift()) {
    if (effect.isOver) continue;
    done.add(effect);
    try {
      if (!isStale(effect)) continue;
      if (++effect.runs > RUNS_MAX) throw new Error("an effect changes what it reads");
      effect.run();
    } catch (error) {
      errors.push(error);
    }
  }
  for (const effect of done) effect.runs = 0;
  isSettling = false;
  if (errors.length > 1) throw new AggregateError(errors, "effects have failed");
  if (errors.length > 0) throw errors[0];
}

/**
 * @template T
 * @typedef {object} Signal
 * @property {T} value reading it in an effect subscribes the effect
 * @property {() => T} peek reads without subscribing
 */

/**
 * A value that can be changed. Setting the same value notifies no reader.
 *
 * @template T
 * @param {T} value
 * @returns {Signal<T>}
 */
export function signal(value) {
  return new Value(value);
}

/**
 * A value that is computed from others when it is read. If `make` throws, reading throws the same
 * error.
 *
 * @template T
 * @param {() => T} make creates no effects
 * @returns {{readonly value: T, peek: () => T}}
 */
export function computed(make) {
  return new Computed(make);
}

/**
 * Runs `body` now, and again when a signal that it has read changes.
 *
 * @param {() => void} body
 * @returns {() => void} ends it
 */
export function effect(body) {
  const effect = new Effect(body);
  batch(() => effect.run());
  return () => effect.end();
}

/**
 * Lets effects run once, after several changes.
 *
 * @template T
 * @param {() => T} change
 * @returns {T}
 */
export function batch(change) {
  depth++;
  try {
    return change();
  } finally {
    depth--;
    settle();
  }
}

/**
 * Runs `body` outside of the current effect: its reads create no subscriptions.
 *
 * @template T
 * @param {() => T} body
 * @returns {T}
 */
export function untracked(body) {
  const former = reader;
  reader = undefined;
  try {
    return body();
  } finally {
    reader = former;
  }
}

/**
 * Runs `body` in a scope of its own, which only the caller ends.
 *
 * @template T
 * @param {() => T} body
 * @returns {[T, () => void]} its result, and a function that ends the effects in it
 */
export function scope(body) {
  const scope = new Scope();
  const [formerReader, formerOwner] = [reader, owner];
  [reader, owner] = [undefined, scope];
  try {
    return [body(), () => scope.end()];
  } finally {
    [reader, owner] = [formerReader, formerOwner];
  }
}

/**
 * Registers a clean-up for the end of the current effect or scope, or the next run of the effect.
 *
 * @param {() => void} end
 */
export function onEnd(end) {
  owner?.endings.push(end);
}
