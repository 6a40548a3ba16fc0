import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { NEXT } from "./children";

it("gives the server of the image the same options", () => {
  const [option] = NEXT;
  expect(readFileSync("Dockerfile", "utf8")).toContain(`CMD ["node", "${option}", "server.js"]`);
});
