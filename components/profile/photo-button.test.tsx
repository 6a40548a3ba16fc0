import { act, fireEvent, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openPicture, putOnWhite } from "@/components/shared/picture";
import { button, isBusy, later, noButton, show, t } from "@/tests/support/screen";
import { PhotoButton } from "./photo-button";

const draw = vi.hoisted(() => vi.fn((type: string, _side: number) => `data:${type};base64,AA`));
vi.mock("@/components/shared/picture", () => ({
  openPicture: vi.fn(),
  drawPicture: (_picture: unknown, { width }: { width: number }) => ({
    toDataURL: (type: string) => draw(type, width),
  }),
  putOnWhite: vi.fn(),
}));
const opening = vi.mocked(openPicture);

const onChosen = vi.fn();
const onUnreadable = vi.fn();
const photo = (rest: { blocked?: boolean; saving?: boolean } = {}) => (
  <PhotoButton
    current={null}
    saving={false}
    blocked={false}
    {...rest}
    onChosen={onChosen}
    onUnreadable={onUnreadable}
  />
);
const input = () => document.querySelector("input[type=file]") as HTMLInputElement;
const choose = () =>
  act(async () => void fireEvent.change(input(), { target: { files: [new File(["x"], "me.jpg")] } }));
const upload = t("profile.avatar.upload");
const reading = t("profile.avatar.reading");

it("a press opens the choice of a file, but not while a choice is read or saved", async () => {
  const read = later<never>();
  opening.mockReturnValueOnce(read.promise);
  const { user, change } = show(photo({ blocked: true }));
  const asked = vi.spyOn(input(), "click");
  expect(isBusy(upload)).toBe(true);
  await user.click(button(upload));
  change(photo());
  await choose();
  await waitFor(() => expect(isBusy(reading)).toBe(true));
  await user.click(button(reading));
  expect(asked).not.toHaveBeenCalled();
  read.resolve({} as never);
  await waitFor(() => expect(isBusy(upload)).toBe(false));
  await user.click(button(upload));
  expect(asked).toHaveBeenCalledOnce();
});

it("says while a photo is saved that it is being prepared", () => {
  show(photo({ saving: true, blocked: true }));
  expect(noButton(upload)).toBe(true);
  expect(isBusy(reading)).toBe(true);
});

it("a photo that is too large to be sent is made smaller; one that stays too large is refused", async () => {
  draw.mockImplementation((type, side) => `data:${type},${"A".repeat(side > 320 ? 60_000 : 50_000)}`);
  show(photo());
  await choose();
  await waitFor(() => expect(onChosen).toHaveBeenCalledOnce());
  expect(draw.mock.lastCall?.[1]).toBe(320);
  draw.mockImplementation((type) => `data:${type},${"A".repeat(60_000)}`);
  await choose();
  await waitFor(() => expect(onUnreadable).toHaveBeenCalledOnce());
  expect(onChosen).toHaveBeenCalledOnce();
});

it("a browser that writes no WebP sends a JPEG, on white", async () => {
  draw.mockImplementation((type) => `data:${type === "image/webp" ? "image/png" : type},AA`);
  show(photo());
  await choose();
  await waitFor(() => expect(onChosen).toHaveBeenCalledExactlyOnceWith("data:image/jpeg,AA"));
  expect(putOnWhite).toHaveBeenCalledOnce();
});
