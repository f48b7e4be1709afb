// Values that tell those who have read them when they change.

/**
 * What is running now and reads signals: an effect, or nothing.
 *
 * @type {Effect | undefined}
 */
let reader;
/** Where new effects and clean-ups belong. @type {Scope | undefined} */
let owner;
/** Effects that run when the current batch ends; undefined outside of one. @type {Set<Effect>} */
let batched;

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

class Effect extends Scope {
  /** @type {Set<Set<Effect>>} */
  sources = new Set();
  isOver = false;

  /** @param {() => void} body */
  constructor(body) {
    super();
    owner?.endings.push(() => this.end());
    this.body = body;
  }

  run() {
    if (this.isOver) return;
    this.#forget();
    const [formerReader, formerOwner] = [reader, owner];
    reader = owner = this;
    try {
      this.body();
    } finally {
      [reader, owner] = [formerReader, formerOwner];
    }
  }

  /** @override */
  end() {
    this.isOver = true;
    this.#forget();
  }

  #forget() {
    super.end();
    for (const readers of this.sources) readers.delete(this);
    this.sources.clear();
  }
}

/**
 * @template T
 * @typedef {object} Signal
 * @property {T} value reading it in an effect subscribes the effect
 * @property {() => T} peek reads without subscribing
 */

/**
 * A value that can be changed. Setting the same value tells nobody.
 *
 * @template T
 * @param {T} value
 * @returns {Signal<T>}
 */
export function signal(value) {
  /** @type {Set<Effect>} */
  const readers = new Set();
  return {
    get value() {
      if (reader) {
        readers.add(reader);
        reader.sources.add(readers);
      }
      return value;
    },
    set value(next) {
      if (Object.is(next, value)) return;
      value = next;
      if (batched) { for (const effect of readers) batched.add(effect); }
      else for (const effect of [...readers]) effect.run();
    },
    peek: () => value,
  };
}

/**
 * A value that is made of others. It is made again when they change.
 *
 * @template T
 * @param {() => T} make
 * @returns {{readonly value: T, peek: () => T}}
 */
export function computed(make) {
  /** @type {Signal<T>} */
  const result = signal(undefined);
  effect(() => {
    result.value = make();
  });
  return result;
}

/**
 * Runs `body` now, and again when a signal that it has read changes.
 *
 * @param {() => void} body
 * @returns {() => void} ends it
 */
export function effect(body) {
  const effect = new Effect(body);
  effect.run();
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
  if (batched) return change();
  batched = new Set();
  try {
    return change();
  } finally {
    // An effect may change signals, too: their readers run behind it.
    for (const effect of batched) {
      batched.delete(effect);
      effect.run();
    }
    batched = undefined;
  }
}

/**
 * Runs `body` outside of the current effect: what it reads subscribes nobody.
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
 * @returns {[T, () => void]} its result, and what ends the effects in it
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
 * When the current effect or scope ends, or the effect runs again.
 *
 * @param {() => void} end
 */
export function onEnd(end) {
  owner?.endings.push(end);
}
