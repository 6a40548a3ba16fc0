import { describe, expect, it } from "vitest";
import { isUnderWay, NO_PHOTO, nextPhotoState, type PhotoEvent } from "./photo-state";

function stateOf(...events: PhotoEvent[]) {
  return events.reduce(nextPhotoState, NO_PHOTO);
}
const CHOSEN: PhotoEvent[] = [{ type: "chosen", name: "bike.jpg" }];
const SENDING: PhotoEvent[] = [...CHOSEN, { type: "prepared", thumbnail: "data:," }];
const SENT: PhotoEvent[] = [...SENDING, { type: "sent", photoUrl: "/photos/1.webp" }];

describe("the photo of a request", () => {
  it("is prepared, travels and arrives", () => {
    expect(stateOf(...CHOSEN).photo).toEqual({ phase: "preparing", name: "bike.jpg" });
    expect(stateOf(...SENDING, { type: "moved", percent: 40 }).photo).toMatchObject({
      phase: "sending",
      percent: 40,
    });
    expect(stateOf(...SENT).photo).toEqual({
      phase: "sent",
      name: "bike.jpg",
      thumbnail: "data:,",
      photoUrl: "/photos/1.webp",
    });
  });

  it("starts from nothing when the connection broke", () => {
    const broken = stateOf(
      ...SENDING,
      { type: "moved", percent: 40 },
      { type: "connection", state: "retrying" },
    );
    expect(broken.photo).toMatchObject({ phase: "sending", percent: 0, connection: "retrying" });
  });

  it("keeps its picture when it fails, and can travel once more", () => {
    const failed = stateOf(...SENDING, { type: "failed", problem: "no" });
    expect(failed.photo).toEqual({ phase: "failed", name: "bike.jpg", thumbnail: "data:,", problem: "no" });
    expect(nextPhotoState(failed, { type: "prepared", thumbnail: "data:," }).photo.phase).toBe("sending");
  });

  it("leaves when it is refused; one that was there before stays", () => {
    expect(stateOf(...CHOSEN, { type: "refused", reason: "no photo" })).toEqual({
      photo: { phase: "none" },
      refusal: "no photo",
    });
    expect(stateOf(...SENT, { type: "refused", reason: "one only", keep: true })).toMatchObject({
      photo: { phase: "sent" },
      refusal: "one only",
    });
  });

  it("does not come back once it is removed", () => {
    const removed = stateOf(...SENDING, { type: "removed" });
    expect(nextPhotoState(removed, { type: "moved", percent: 90 })).toEqual(NO_PHOTO);
    expect(nextPhotoState(removed, { type: "sent", photoUrl: "/photos/1.webp" })).toEqual(NO_PHOTO);
    expect(nextPhotoState(removed, { type: "failed", problem: "no" })).toEqual(NO_PHOTO);
  });

  it("is restored only where no other was chosen", () => {
    const photo = { name: "old.jpg", thumbnail: "data:,", photoUrl: "/photos/2.webp" };
    expect(stateOf({ type: "restored", photo }).photo).toEqual({ phase: "sent", ...photo });
    expect(stateOf(...SENDING, { type: "restored", photo }).photo).toMatchObject({ name: "bike.jpg" });
  });

  it("makes a request wait only while it is under way", () => {
    expect([stateOf(...CHOSEN), stateOf(...SENDING)].map(({ photo }) => isUnderWay(photo))).toEqual([
      true,
      true,
    ]);
    const failed = stateOf(...SENDING, { type: "failed", problem: "no" });
    expect([NO_PHOTO, stateOf(...SENT), failed].map(({ photo }) => isUnderWay(photo))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
