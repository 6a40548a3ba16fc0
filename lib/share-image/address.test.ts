import { describe, expect, it, vi } from "vitest";
import type { SharedRequest } from "@/lib/domain/requests/schema";
import { pictureAddress, readPictureFile } from "./address";

vi.mock("@/lib/ground/env", () => ({ env: () => ({ appName: "Steuntje", currency: "eur" }) }));

const request = {
  id: "01a1fdcf-0b9b-70ea-a73f-695a480a18ad",
  item: "A winter coat",
  goal: 10_000,
  raised: 2_500,
  completionEmoji: null,
  photoUrl: null,
  user: { username: "samira", name: "Samira", avatar: "🦊" },
} as SharedRequest;
const { user } = request as { user: NonNullable<SharedRequest["user"]> };

describe("the address of a share picture", () => {
  it.each<[string, Partial<SharedRequest>]>([
    ["the item", { item: "A summer coat" }],
    ["the goal", { goal: 20_000 }],
    ["what was raised", { raised: 2_600 }],
    ["the completion emoji", { completionEmoji: "🥳" }],
    ["the photo", { photoUrl: "/photos/a-1x1.webp" }],
    ["the username", { user: { ...user, username: "samira2" } }],
    ["the name", { user: { ...user, name: "Samira B." } }],
    ["the avatar", { user: { ...user, avatar: "🐼" } }],
    ["anonymity", { user: null }],
  ])("changes with %s", (_, change) => {
    expect(pictureAddress({ ...request, ...change }, "nl")).not.toBe(pictureAddress(request, "nl"));
  });

  it("stays with what the picture does not show", () => {
    const other = { ...request, description: "Other words", user: { ...user, totalGiven: 5 } };
    expect(pictureAddress(other, "nl")).toBe(pictureAddress(request, "nl"));
  });

  it("is read back", () => {
    const fileOf = (address: string) => address.replace("/share-image/", "");
    expect(readPictureFile(fileOf(pictureAddress(request, "fr")))).toEqual({ id: request.id, locale: "fr" });
    expect(readPictureFile(fileOf(pictureAddress(null, "de")))).toEqual({ id: null, locale: "de" });
  });

  it.each([
    "site.it.AAAAAAAAAA.jpg",
    "site.nl.jpg",
    "site.nl.AAAAAAAAAA.png",
    "../site.nl.A.jpg",
    "x.nl.A.jpg",
    "",
  ])("is not “%s”", (file) => {
    expect(readPictureFile(file)).toBeNull();
  });
});
