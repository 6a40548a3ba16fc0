/** A photo that was sent. */
export type SentPhoto = { name: string; thumbnail: string; photoUrl: string };

/** The connection while a photo is sent. */
export type Connection = "fine" | "offline" | "back" | "retrying";

/**
 * The one photo of a request, from the choice to the store. `percent` 0 to 100; `thumbnail` a `data:` image.
 */
export type Photo =
  | { phase: "none" }
  | { phase: "preparing"; name: string }
  | { phase: "sending"; name: string; thumbnail: string; percent: number; connection: Connection }
  | ({ phase: "sent" } & SentPhoto)
  | { phase: "failed"; name: string; thumbnail: string | null; problem: string };

/** `refusal`: why the last choice was refused; the photo before it stays. */
export type PhotoState = { photo: Photo; refusal: string | null };

export type PhotoEvent =
  | { type: "chosen"; name: string }
  | { type: "refused"; reason: string; keep?: boolean }
  | { type: "prepared"; thumbnail: string }
  | { type: "moved"; percent: number }
  | { type: "connection"; state: Connection }
  | { type: "sent"; photoUrl: string }
  | { type: "failed"; problem: string }
  | { type: "removed" }
  | { type: "restored"; photo: SentPhoto };

export const NO_PHOTO: PhotoState = { photo: { phase: "none" }, refusal: null };

/** The state after an event. An event that comes too late changes nothing. */
export function nextPhotoState(state: PhotoState, event: PhotoEvent): PhotoState {
  const { photo } = state;
  switch (event.type) {
    case "chosen":
      return { photo: { phase: "preparing", name: event.name }, refusal: null };
    case "refused":
      return { photo: event.keep ? photo : { phase: "none" }, refusal: event.reason };
    case "prepared": {
      if (photo.phase !== "preparing" && photo.phase !== "failed") return state;
      const { name } = photo;
      const { thumbnail } = event;
      return { photo: { phase: "sending", name, thumbnail, percent: 0, connection: "fine" }, refusal: null };
    }
    case "moved":
      return photo.phase === "sending" ? { ...state, photo: { ...photo, percent: event.percent } } : state;
    case "connection":
      return photo.phase === "sending"
        ? { ...state, photo: { ...photo, percent: 0, connection: event.state } }
        : state;
    case "sent": {
      if (photo.phase !== "sending") return state;
      const { name, thumbnail } = photo;
      return { ...state, photo: { phase: "sent", name, thumbnail, photoUrl: event.photoUrl } };
    }
    case "failed": {
      if (photo.phase !== "preparing" && photo.phase !== "sending") return state;
      const thumbnail = photo.phase === "sending" ? photo.thumbnail : null;
      return { ...state, photo: { phase: "failed", name: photo.name, thumbnail, problem: event.problem } };
    }
    case "removed":
      return NO_PHOTO;
    case "restored":
      return photo.phase === "none" ? { photo: { phase: "sent", ...event.photo }, refusal: null } : state;
  }
}

/** Whether a request must wait for the photo. */
export function isUnderWay({ phase }: Photo): boolean {
  return phase === "preparing" || phase === "sending";
}
