import { beforeEach, describe, expect, it, vi } from "vitest";
import { clearDraft, hasDraft, readStoredDraft, storeDraft, storePhoto } from "./draft-storage";

const PHOTO = { name: "bike.jpg", thumbnail: "data:,", photoUrl: "/photos/1.webp" };

function typed(item: string): FormData {
  const form = new FormData();
  form.set("item", item);
  return form;
}

describe("a request that is being typed", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
  });

  it("is kept with its photo, whichever changes, until it is made", () => {
    storeDraft("emma", typed("Bike"));
    storePhoto("emma", PHOTO);
    storeDraft("emma", typed("Bicycle"));
    expect(readStoredDraft("emma")).toMatchObject({ fields: { item: "Bicycle", goal: "" }, photo: PHOTO });
    storePhoto("emma", null);
    expect(readStoredDraft("emma")).toMatchObject({ fields: { item: "Bicycle" }, photo: null });
    clearDraft();
    expect(readStoredDraft("emma")).toEqual({ fields: null, photo: null });
  });

  it("is nobody else's, and gone once somebody else asks", () => {
    storeDraft("emma", typed("Bike"));
    storePhoto("emma", PHOTO);
    expect(readStoredDraft("daan")).toEqual({ fields: null, photo: null });
    expect(hasDraft("emma")).toBe(false);
  });

  it("is none as long as nothing stands in it", () => {
    storeDraft("emma", typed(""));
    expect(hasDraft("emma")).toBe(false);
    storePhoto("emma", PHOTO);
    expect(hasDraft("emma")).toBe(true);
  });

  it("does without storage where that is forbidden", () => {
    const forbid = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    vi.stubGlobal("sessionStorage", { getItem: forbid, setItem: forbid, removeItem: forbid });
    storeDraft("emma", typed("Bike"));
    clearDraft();
    expect(readStoredDraft("emma")).toEqual({ fields: null, photo: null });
  });
});
