import { expect, it } from "vitest";
import { isFree, originOf } from "./ports";

it.each([
  [null, "http://127.0.0.1:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://127.0.0.1:3000"],
  ["127.0.0.1", "http://127.0.0.1:3000"],
  ["192.168.1.20", "http://192.168.1.20:3000"],
  ["::1", "http://[::1]:3000"],
])("what listens on %s is reached at %s", (host, origin) => {
  expect(originOf(host, 3000)).toBe(origin);
});

it("a port is free where no server listens", async () => {
  expect(await isFree(0, ["127.0.0.1"])).toBe(true);
});
