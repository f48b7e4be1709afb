// Values and those who read them.

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

test("what is read untracked subscribes nobody", () => {
  const count = signal(0);
  let runs = 0;
  effect(() => {
    untracked(() => count.value);
    runs++;
  });
  count.value = 1;
  assert.equal(runs, 1);
});
