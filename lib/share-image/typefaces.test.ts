import { readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { HEBREW, sliceFor } from "./typefaces";

vi.mock("node:fs/promises", { spy: true });

it("tries a typeface again whose list of slices, or whose slice, could not be read", async () => {
  const failing = new Error("too many open files");
  vi.mocked(readFile).mockRejectedValueOnce(failing);
  await expect(sliceFor(HEBREW, "ש")).rejects.toBe(failing);
  const { readFile: read } = await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises");
  vi.mocked(readFile).mockImplementationOnce(read).mockRejectedValueOnce(failing);
  await expect(sliceFor(HEBREW, "ש")).rejects.toBe(failing);
  expect((await sliceFor(HEBREW, "ש"))?.file).toContain("noto-sans-hebrew");
});
