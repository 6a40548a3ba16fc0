import { describe, expect, it } from "vitest";
import { keptSizes, keyOf, keysOf, photoUrlOf, readPhotoUrl, uploadedPhotoUrl } from "./rules";

const id = "01a1fdf3-21b6-7775-b629-7887953d88b5";

describe("the kept sizes", () => {
  it.each([
    [{ width: 1600, height: 1200 }, ["400x300", "800x600", "1200x900", "1600x1200"]],
    [{ width: 1067, height: 1600 }, ["400x600", "800x1200", "1067x1600"]],
    [{ width: 400, height: 300 }, ["400x300"]],
    [{ width: 1, height: 1600 }, ["1x1600"]],
    [{ width: 1600, height: 1 }, ["400x1", "800x1", "1200x1", "1600x1"]],
  ])("of %j are %j", (full, names) => {
    expect(keptSizes(full).map(({ width, height }) => `${width}x${height}`)).toEqual(names);
  });

  it("stand under keys that are known without the size", () => {
    for (const full of [
      { width: 1600, height: 900 },
      { width: 801, height: 1600 },
      { width: 30, height: 20 },
    ]) {
      const keys = keptSizes(full).map((size) => keyOf(id, full, size));
      expect(new Set(keys).size).toBe(keys.length);
      expect(keysOf(id)).toEqual(expect.arrayContaining(keys));
    }
  });
});

describe("a photo's address", () => {
  it("tells which photo it is, and its size once it has one", () => {
    expect(readPhotoUrl(uploadedPhotoUrl(id))).toEqual({ id, size: null });
    const size = { width: 1600, height: 1067 };
    expect(readPhotoUrl(photoUrlOf({ id, ...size }))).toEqual({ id, size });
  });

  it.each([
    "",
    "/photos/.webp",
    `/photos/${id}`,
    `/photos/${id}.png`,
    `/photos/${id}-1600.webp`,
    `/photos/${id}-01x1.webp`,
    `/photos/${id}-1x10000.webp`,
    `//photos/${id}.webp`,
    ` /photos/${id}.webp`,
    `/photos/${id}.webp\n`,
    `/photos/../photos/${id}.webp`,
    `https://evil.example/photos/${id}.webp`,
  ])("is not %j", (url) => {
    expect(readPhotoUrl(url)).toBeNull();
  });
});
