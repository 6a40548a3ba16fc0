import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { hideNoteAction } from "@/lib/actions/donations";
import type { Note } from "@/lib/domain/donors/story-schema";
import {
  accepted,
  answersLater,
  button,
  isBusy,
  noButton,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { Notes } from "./notes";

vi.mock("@/lib/actions/donations", () => ({ hideNoteAction: vi.fn() }));
const action = vi.mocked(hideNoteAction);

const NOTE: Note = {
  id: "n1",
  text: "Good luck!",
  donorName: null,
  guestName: "Mina",
  mine: false,
  shown: true,
  at: "2026-11-20T10:00:00.000Z",
};
const hide = t("request.story.notes.hide");

it("its reader hides a message from others, once the server has done it", async () => {
  const answer = answersLater(action);
  action.mockResolvedValueOnce(accepted());
  const { user, findByText } = show(<Notes notes={[NOTE]} isOwn />);
  await user.click(button(hide));
  // A disabled button would lose the focus.
  expect([isBusy(hide), button(hide).disabled]).toEqual([true, false]);
  answer.resolve(refusal("RATE_LIMITED", "Too many tries."));
  expect(await findByText("Too many tries.")).toBeDefined();
  expect(screen.getByText(/everyone can read this/)).toBeDefined();
  await user.click(await ready(() => button(hide)));
  expect(await findByText(/only you can read this/)).toBeDefined();
  expect(action).toHaveBeenLastCalledWith({ id: "n1" });
  expect(noButton(hide)).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("listitem")));
});

it("others read it, and may report it unless they wrote it", () => {
  const { change } = show(<Notes notes={[NOTE]} isOwn={false} />);
  expect(noButton(hide)).toBe(true);
  expect(screen.getByRole("link", { name: t("safety.report.link") })).toBeDefined();
  change(<Notes notes={[{ ...NOTE, mine: true }]} isOwn={false} />);
  expect(screen.queryByRole("link", { name: t("safety.report.link") })).toBeNull();
});
