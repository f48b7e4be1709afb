// Values and their readers.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  batch,
  computed,
  effect,
  scope,
  signal,
  untracked,
} from "../../Sources/Page/view/signal.js";

test("an effect runs at once, and when what it has read changes", () => {
  const count = signal(1);
  /** @type {number[]} */
  const seen = [];
  effect(() => {
    seen.push(count.value);
  });
  count.value = 2;
  count.value = 2;
  assert.deepEqual(seen, [1, 2]);
});

test("an effect forgets what it no longer reads", () => {
  const [which, one, other] = [signal(true), signal("a"), signal("b")];
  let runs = 0;
  effect(() => {
    runs++;
    which.value ? one.value : other.value;
  });
  which.value = false;
  one.value = "c";
  assert.equal(runs, 2);
});

test("effects run once after a batch", () => {
  const [one, other] = [signal(1), signal(1)];
  /** @type {number[]} */
  const sums = [];
  effect(() => {
    sums.push(one.value + other.value);
  });
  batch(() => {
    one.value = 2;
    other.value = 2;
  });
  assert.deepEqual(sums, [2, 4]);
});

test("a computed value follows its sources", () => {
  const count = signal(1);
  const double = computed(() => count.value * 2);
  count.value = 4;
  assert.equal(double.value, 8);
});

test("an effect inside another ends when the other runs again", () => {
  const [outer, inner] = [signal(0), signal(0)];
  let runs = 0;
  effect(() => {
    outer.value;
    effect(() => {
      inner.value;
      runs++;
    });
  });
  outer.value = 1;
  runs = 0;
  inner.value = 1;
  assert.equal(runs, 1);
});

test("a scope outlives the effect that has made it, until it is ended", () => {
  const [outer, inner] = [signal(0), signal(0)];
  let runs = 0;
  /** @type {() => void} */
  let end;
  effect(() => {
    if (outer.value > 0) return;
    [, end] = scope(() =>
      effect(() => {
        inner.value;
        runs++;
      })
    );
  });
  outer.value = 1;
  inner.value = 1;
  assert.equal(runs, 2);
  end();
  inner.value = 2;
  assert.equal(runs, 2);
});

test("untracked reads create no subscription", () => {
  const count = signal(0);
  let runs = 0;
  effect(() => {
    untracked(() => count.value);
    runs++;
  });
  count.value = 1;
  assert.equal(runs, 1);
});

test("an effect that throws keeps no other from running, and is run again", () => {
  const count = signal(0);
  /** @type {number[]} */
  const seen = [];
  effect(() => {
    if (count.value === 1) throw new Error("one");
  });
  effect(() => {
    if (count.value === 1) throw new Error("two");
  });
  effect(() => {
    seen.push(count.value);
  });
  const set = (/** @type {number} */ value) => () => batch(() => count.value = value);
  assert.throws(
    set(1),
    (/** @type {AggregateError} */ error) =>
      error.errors.map(({ message }) => message).join() === "one,two",
  );
  set(2)();
  assert.throws(() => count.value = 1, AggregateError);
  assert.deepEqual(seen, [0, 1, 2, 1]);
});

test("a change that throws runs the effects of what was changed before", () => {
  const count = signal(0);
  let seen = 0;
  effect(() => {
    seen = count.value;
  });
  assert.throws(() =>
    batch(() => {
      count.value = 1;
      throw new Error("no more");
    }), /no more/);
  assert.equal(seen, 1);
  count.value = 2;
  assert.equal(seen, 2);
});

test("an effect sees no outdated computed value", () => {
  const count = signal(1);
  const double = computed(() => count.value * 2);
  const next = computed(() => double.value + 1);
  /** @type {string[]} */
  const seen = [];
  effect(() => {
    seen.push([count.value, double.value, next.value].join());
  });
  effect(() => {
    seen.push([next.value, count.value].join());
  });
  count.value = 2;
  assert.deepEqual(seen, ["1,2,3", "3,1", "2,4,5", "5,2"]);
});

test("an effect does not run while the computed values that it reads stay the same", () => {
  const count = signal(1);
  const isLarge = computed(() => count.value > 10);
  let runs = 0;
  effect(() => {
    isLarge.value;
    runs++;
  });
  for (const value of [2, 3, 11, 12]) count.value = value;
  assert.equal(runs, 2);
});

test("a computed value is made when it is read, and once for each change", () => {
  const [count, other] = [signal(1), signal(1)];
  let makes = 0;
  const double = computed(() => {
    makes++;
    return count.value * 2;
  });
  assert.equal(makes, 0);
  assert.deepEqual([double.value, double.peek(), makes], [2, 2, 1]);
  other.value = 2;
  assert.deepEqual([double.value, makes], [2, 1]);
  count.value = 2;
  count.value = 3;
  assert.deepEqual([double.value, double.value, makes], [6, 6, 2]);
  const end = effect(() => {
    double.value;
  });
  count.value = 4;
  assert.equal(makes, 3);
  end();
  count.value = 5;
  assert.equal(makes, 3);
  assert.equal(double.value, 10);
});

test("an error of a computed value is thrown to its readers, until its sources change", () => {
  const count = signal(0);
  const inverse = computed(() => {
    if (count.value === 0) throw new Error("of nothing");
    return 1 / count.value;
  });
  assert.throws(() => inverse.value, /of nothing/);
  assert.throws(() => inverse.peek(), /of nothing/);
  count.value = 2;
  assert.equal(inverse.value, 0.5);
});

test("an effect runs before those that it has made, which it may end", () => {
  const found = signal(/** @type {{name: string} | undefined} */ ({ name: "ana" }));
  const shown = signal("");
  const isThere = computed(() => Boolean(found.value));
  let names = "";
  effect(() => {
    if (!isThere.value) return;
    effect(() => {
      names += found.value.name + shown.value;
    });
  });
  batch(() => {
    shown.value = "!";
    found.value = undefined;
  });
  found.value = { name: "ben" };
  assert.equal(names, "anaben!");
});

test("an effect may change what others read, and what it reads itself", () => {
  const [count, limit] = [signal(0), signal(3)];
  let seen = 0;
  effect(() => {
    seen = count.value;
  });
  effect(() => {
    if (count.value < limit.value) count.value++;
  });
  assert.deepEqual([count.value, seen], [3, 3]);
  assert.throws(() => limit.value = Infinity, /changes what it reads/);
  batch(() => {
    limit.value = 0;
    count.value = 1;
  });
  assert.equal(seen, 1);
});

test("a value that reads itself is an error", () => {
  /** @type {{readonly value: number}} */
  const self = computed(() => self.value + 1);
  assert.throws(() => self.value, /reads itself/);
});
