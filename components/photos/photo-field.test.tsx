import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { answersLater, ready, show, t } from "@/tests/support/screen";
import { PhotoField } from "./photo-field";
import * as sending from "./send-photo";
import type { SmallPhoto } from "./shrink-photo";
import { usePhoto } from "./use-photo";

vi.mock("./send-photo", async (original) => ({
  ...(await original<typeof sending>()),
  preparePhoto: vi.fn(),
  sendPhoto: vi.fn(),
}));
const prepare = vi.mocked(sending.preparePhoto);
const upload = vi.mocked(sending.sendPhoto);

const SMALL: SmallPhoto = { photo: new Blob(["small"]), thumbnail: "data:image/webp;base64,AA" };
const bike = new File(["photo"], "bike.jpg", { type: "image/jpeg" });
const onSent = vi.fn();

function Form() {
  return <PhotoField control={usePhoto(onSent)} />;
}
const button = (name: "remove" | "retry") =>
  screen.getByRole("button", { name: t(`request.create.photo.${name}`) });

beforeEach(() => {
  prepare.mockResolvedValue(SMALL);
  upload.mockResolvedValue("/photos/p1.webp");
});

async function choose(...files: File[]) {
  const shown = show(<Form />);
  const input = shown.container.querySelector("input[type=file]:not([capture])");
  await act(async () => void fireEvent.change(input as HTMLInputElement, { target: { files } }));
  return shown;
}

it("shows how far it is while it travels, and gives its address on when it has arrived", async () => {
  const arrival = answersLater(upload);
  await choose(bike);
  expect(await screen.findByText(t("request.create.photo.status.fine"))).toBeDefined();
  const reports = upload.mock.calls[0]?.[1];
  act(() => reports?.progress(40));
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40");
  act(() => reports?.connection("offline"));
  expect(screen.getByText(t("request.create.photo.status.offline"))).toBeDefined();
  expect(onSent).not.toHaveBeenCalled();
  arrival.resolve("/photos/p1.webp");
  expect(await screen.findByText(t("request.create.photo.status.sent"))).toBeDefined();
  const sent = { name: "bike.jpg", thumbnail: SMALL.thumbnail, photoUrl: "/photos/p1.webp" };
  expect(onSent).toHaveBeenCalledExactlyOnceWith(sent);
});

it("a photo that did not arrive is sent again without preparing it again", async () => {
  upload.mockRejectedValueOnce(new sending.StoreError(500));
  const { user } = await choose(bike);
  expect(await screen.findByText(t("request.create.photo.failedHint"))).toBeDefined();
  await user.click(await ready(() => button("retry")));
  expect(await screen.findByText(t("request.create.photo.status.sent"))).toBeDefined();
  expect(prepare).toHaveBeenCalledOnce();
  expect(upload).toHaveBeenCalledTimes(2);
});

it("what is refused says why, and another can be chosen", async () => {
  prepare.mockRejectedValue(new sending.PhotoRefused("wrongType"));
  await choose(new File(["text"], "bike.txt", { type: "text/plain" }));
  expect(await screen.findByText(t("request.create.photo.wrongType"))).toBeDefined();
  expect(screen.getByRole("button", { name: new RegExp(t("request.create.photo.add")) })).toBeDefined();
  expect(upload).not.toHaveBeenCalled();
});

it("removing one that is under way stops it, and the focus goes to the empty field", async () => {
  const arrival = answersLater(upload);
  const { user } = await choose(bike);
  await screen.findByText(t("request.create.photo.status.fine"));
  await user.click(await ready(() => button("remove")));
  expect(upload.mock.calls[0]?.[2].aborted).toBe(true);
  await act(async () => arrival.resolve("/photos/late.webp"));
  expect(onSent).toHaveBeenCalledExactlyOnceWith(null);
  expect(document.activeElement?.textContent).toContain(t("request.create.photo.add"));
});

it("a second photo is refused and the first stays", async () => {
  await choose(bike);
  await screen.findByText(t("request.create.photo.status.sent"));
  const drop = new Event("drop", { bubbles: true, cancelable: true });
  const files = [new File(["other"], "other.jpg", { type: "image/jpeg" })];
  Object.assign(drop, { dataTransfer: { types: ["Files"], files } });
  act(() => void document.dispatchEvent(drop));
  expect(await screen.findByText(t("request.create.photo.tooMany"))).toBeDefined();
  expect(drop.defaultPrevented).toBe(true);
  expect(screen.getByText(t("request.create.photo.status.sent"))).toBeDefined();
  expect(upload).toHaveBeenCalledOnce();
});
