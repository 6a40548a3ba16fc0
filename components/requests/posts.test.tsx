import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { deletePostAction, editPostAction } from "@/lib/actions/posts";
import type { Post } from "@/lib/domain/posts/schema";
import {
  accepted,
  answersLater,
  button,
  dialogCloses,
  dialogOpens,
  field,
  noButton,
  openDialog,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { Posts } from "./posts";

vi.mock("@/lib/actions/posts", () => ({ deletePostAction: vi.fn(), editPostAction: vi.fn() }));
const edit = vi.mocked(editPostAction);
const remove = vi.mocked(deletePostAction);

const POST: Post = {
  id: "p1",
  requestId: "r1",
  kind: "update",
  text: "It is here",
  photoUrl: null,
  audience: "givers",
  outcome: null,
  leftover: null,
  createdAt: new Date().toISOString(),
  editedAt: null,
  hidden: false,
};
const text = (name: "edit" | "delete" | "edited" | "forDonors" | "failed") =>
  t(`request.story.posts.${name}`);

async function asked(what: "edit" | "delete") {
  const shown = show(<Posts posts={[POST]} isOwn />);
  await shown.openBy(text(what));
  return shown;
}

it("its words are changed in place; what is wrong with them is said at the field and stays typed", async () => {
  edit.mockResolvedValueOnce(refusal("VALIDATION_ERROR", "Check", { fields: { text: "Too short" } }));
  edit.mockResolvedValueOnce(accepted({ ...POST, text: "It is here!", editedAt: POST.createdAt }));
  const { user, findByText } = await asked("edit");
  const words = field(t("profile.requests.post.text"));
  expect(words.value).toBe("It is here");
  await user.type(words, "!");
  await user.click(button(t("profile.requests.own.save")));
  expect(await findByText("Too short")).toBeDefined();
  expect(words.value).toBe("It is here!");
  await user.click(await ready(() => button(t("profile.requests.own.save"))));
  await dialogCloses();
  expect(edit).toHaveBeenLastCalledWith({ id: "p1", text: "It is here!" });
  expect(screen.getByText("It is here!")).toBeDefined();
  expect(screen.getByText(new RegExp(`· ${text("edited")}`))).toBeDefined();
});

it("it is deleted after a question, which stays while it is", async () => {
  const answer = answersLater(remove);
  const { user } = await asked("delete");
  await user.click(button(text("delete")));
  await user.keyboard("{Escape}");
  expect(openDialog()).not.toBeNull();
  answer.resolve(accepted());
  await dialogCloses();
  expect(remove).toHaveBeenCalledExactlyOnceWith({ id: "p1" });
  expect(screen.queryByText("It is here")).toBeNull();
});

it("one that was deleted gives the focus to the title of the others", async () => {
  remove.mockResolvedValue(accepted());
  const { user } = show(<Posts posts={[POST, { ...POST, id: "p2" }]} isOwn />);
  const [first] = screen.getAllByRole("button", { name: text("delete") });
  if (first) await user.click(first);
  await dialogOpens();
  await user.click(screen.getByText(text("delete"), { selector: "[role=alertdialog] button" }));
  await dialogCloses();
  const title = screen.getByRole("heading", { name: t("request.story.posts.title") });
  await waitFor(() => expect(document.activeElement).toBe(title));
});

it("one that was not deleted stays, and the reason is said", async () => {
  remove.mockResolvedValue(refusal("RATE_LIMITED", "Too many tries."));
  const { user, findByText } = await asked("delete");
  await user.click(button(text("delete")));
  expect(await findByText("Too many tries.")).toBeDefined();
  await user.click(await ready(() => button(t("common.cancel"))));
  await dialogCloses();
  expect(screen.getByText("It is here")).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(button(text("delete"))));
});

it("who has it open reads it as it was changed meanwhile", () => {
  const { change } = show(<Posts posts={[POST]} isOwn={false} />);
  change(<Posts posts={[{ ...POST, text: "It is here!", editedAt: POST.createdAt }]} isOwn={false} />);
  expect(screen.getByText("It is here!")).toBeDefined();
});

it("an old post can be deleted and not changed; others can do neither", () => {
  const { change } = show(<Posts posts={[{ ...POST, createdAt: "2020-01-01T00:00:00.000Z" }]} isOwn />);
  expect(noButton(text("edit"))).toBe(true);
  expect(button(text("delete"))).toBeDefined();
  expect(screen.getByText(new RegExp(text("forDonors")))).toBeDefined();
  change(<Posts posts={[POST]} isOwn={false} />);
  expect(noButton(text("delete"))).toBe(true);
});
