import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openPicture } from "@/components/shared/picture";
import { updateSettingsAction } from "@/lib/actions/settings";
import { isEmoji } from "@/lib/domain/accounts/rules";
import { accepted, answersLater, button, isBusy, later, refusal, show, t } from "@/tests/support/screen";
import { AvatarDialog } from "./avatar-dialog";

vi.mock("@/lib/actions/settings", () => ({ updateSettingsAction: vi.fn() }));
const action = vi.mocked(updateSettingsAction);
vi.mock("@/components/shared/picture", () => ({
  openPicture: vi.fn(),
  drawPicture: () => ({ toDataURL: () => "data:image/webp;base64,AA" }),
  putOnWhite: vi.fn(),
}));

const onClose = vi.fn();
const dialog = (avatar = "😊") => <AvatarDialog avatar={avatar} onClose={onClose} onClosed={vi.fn()} />;
const pressed = () =>
  screen.queryAllByRole("button", { pressed: true }).map(({ textContent }) => textContent);

/** A photo that the browser is still reading. */
async function choosePhoto() {
  const read = later<never>();
  vi.mocked(openPicture).mockReturnValueOnce(read.promise);
  const input = document.querySelector("input[type=file]") as HTMLInputElement;
  await act(async () => void fireEvent.change(input, { target: { files: [new File(["x"], "me.jpg")] } }));
  return () => act(async () => read.resolve({} as never));
}

it("offers 32 different emoji, each of which the server takes", () => {
  show(dialog());
  const offered = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  expect(new Set(offered).size).toBe(32);
  expect(offered.filter((avatar) => !isEmoji(avatar))).toEqual([]);
});

it("who has a photo of their own sees it, and no emoji is theirs", () => {
  show(dialog("data:image/webp;base64,BB"));
  expect(button(t("profile.avatar.upload")).querySelector("img")?.src).toBe("data:image/webp;base64,BB");
  expect(pressed()).toEqual([]);
});

it("while an emoji is stored nothing else can be chosen; a refused one is not theirs", async () => {
  const answer = answersLater(action);
  const { user } = show(dialog());
  await user.click(button("🦊"));
  expect(isBusy("🐻")).toBe(true);
  expect(isBusy(t("profile.avatar.upload"))).toBe(true);
  answer.resolve(refusal("INTERNAL", "Try again."));
  await waitFor(() => expect(isBusy("🐻")).toBe(false));
  expect(pressed()).toEqual(["😊"]);
  expect(onClose).not.toHaveBeenCalled();
});

it("what was said about the last choice goes with the next", async () => {
  action.mockResolvedValueOnce(
    refusal("VALIDATION_ERROR", "Check", { fields: { avatar: "That is no picture" } }),
  );
  const { user } = show(dialog());
  await user.click(button("🦊"));
  expect((await screen.findByText("That is no picture")).getAttribute("aria-live")).toBe("polite");
  const answer = answersLater(action);
  await waitFor(() => expect(isBusy("🐻")).toBe(false));
  await user.click(button("🐻"));
  expect(screen.queryByText("That is no picture")).toBeNull();
  answer.resolve(accepted());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it("a photo is not stored once the dialog was closed", async () => {
  action.mockResolvedValue(accepted());
  const { change } = show(dialog());
  const read = await choosePhoto();
  change(null);
  await read();
  expect(action).not.toHaveBeenCalled();
});

it("an emoji chosen while a photo is read stays the choice", async () => {
  const answer = answersLater(action);
  const { user } = show(dialog());
  const read = await choosePhoto();
  await user.click(button("🦊"));
  await read();
  expect(action).toHaveBeenCalledExactlyOnceWith({ avatar: "🦊" });
  answer.resolve(accepted());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
