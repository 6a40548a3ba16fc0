import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as picture from "@/components/shared/picture";
import { updateSettingsAction } from "@/lib/actions/settings";
import {
  accepted,
  answersLater,
  button,
  dialogCloses,
  openDialog,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { AvatarPicker } from "./avatar-picker";

vi.mock("@/lib/actions/settings", () => ({ updateSettingsAction: vi.fn() }));
const action = vi.mocked(updateSettingsAction);
vi.mock("@/components/shared/picture", () => ({
  openPicture: vi.fn(),
  drawPicture: () => ({ toDataURL: () => "data:image/webp;base64,AA" }),
  putOnWhite: vi.fn(),
}));

async function choosing() {
  const shown = show(<AvatarPicker avatar="😊" imageUrl={null} />);
  await shown.openBy(t("profile.avatar.change"));
  return shown;
}
const photo = (name = "me.jpg") => {
  const input = document.querySelector("input[type=file]") as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(["x"], name, { type: "image/jpeg" })] } });
};

it("the dialog stays until the choice is stored, and takes one at a time", async () => {
  const answer = answersLater(action);
  const { user } = await choosing();
  expect(button("😊").getAttribute("aria-pressed")).toBe("true");
  await user.click(button("🦊"));
  await user.click(button("🐻"));
  expect(action).toHaveBeenCalledExactlyOnceWith({ avatar: "🦊" });
  await user.keyboard("{Escape}");
  expect(openDialog()).not.toBeNull();
  answer.resolve(accepted());
  await dialogCloses();
  await waitFor(() => expect(document.activeElement).toBe(button(t("profile.avatar.change"))));
});

it("a refused choice says why, and another can be made", async () => {
  action.mockResolvedValueOnce(
    refusal("VALIDATION_ERROR", "Check", { fields: { avatar: "That is no picture" } }),
  );
  action.mockResolvedValueOnce(accepted());
  const { user, findByText } = await choosing();
  await user.click(button("🦊"));
  expect(await findByText("That is no picture")).toBeDefined();
  await user.click(await ready(() => button("🐻")));
  await dialogCloses();
});

it("a photo is encoded before it is sent", async () => {
  action.mockResolvedValue(accepted());
  await choosing();
  photo();
  await dialogCloses();
  expect(action).toHaveBeenCalledExactlyOnceWith({ avatar: "data:image/webp;base64,AA" });
});

it("a file that is no picture is refused in words", async () => {
  vi.mocked(picture.openPicture).mockRejectedValueOnce(new Error("no picture"));
  await choosing();
  photo("me.txt");
  expect(await screen.findByText(t("profile.avatar.unreadable"))).toBeDefined();
  expect(action).not.toHaveBeenCalled();
});
