import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as sending from "@/components/photos/send-photo";
import { writePostAction } from "@/lib/actions/posts";
import {
  accepted,
  answersLater,
  button,
  field,
  later,
  noButton,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { PostDialog } from "./post-dialog";

vi.mock("@/lib/actions/posts", () => ({ writePostAction: vi.fn() }));
const action = vi.mocked(writePostAction);
vi.mock("@/components/photos/send-photo", async (original) => ({
  ...(await original<typeof sending>()),
  preparePhoto: vi.fn(async () => ({ photo: new Blob(["x"]), thumbnail: "data:image/webp;base64,AA" })),
  sendPhoto: vi.fn(async () => "/photos/p1.webp"),
}));
/** Covers the photo at once, by another name. */
vi.mock("@/components/photos/photo-brush", () => ({
  PhotoBrush: ({
    file,
    onUse,
    onCancel,
  }: {
    file: File;
    onUse: (file: File) => void;
    onCancel: () => void;
  }) => (
    <>
      <button type="button" onClick={() => onUse(new File(["covered"], `covered ${file.name}`))}>
        Cover
      </button>
      <button type="button" onClick={onCancel}>
        Another
      </button>
    </>
  ),
}));

function open(kind: "update" | "delivered") {
  const onClose = vi.fn();
  return { ...show(<PostDialog requestId="r1" kind={kind} onClose={onClose} onClosed={vi.fn()} />), onClose };
}
const text = () => field(t("profile.requests.post.text"));
const post = () => button(t("profile.requests.post.submit"));

it("an update goes to everyone, unless its owner chose those who gave", async () => {
  action.mockResolvedValue(accepted());
  const { user, onClose, findByText } = open("update");
  await user.type(text(), "It is here!");
  await user.click(screen.getByRole("radio", { name: t("profile.requests.post.givers") }));
  await user.click(post());
  expect(await findByText(t("profile.requests.post.posted"))).toBeDefined();
  expect(action.mock.calls[0]?.[0]).toEqual({
    requestId: "r1",
    kind: "update",
    text: "It is here!",
    photoUrl: null,
    audience: "givers",
  });
  expect(onClose).toHaveBeenCalledOnce();
});

it("what is left is asked only where it cost less, and is sent in cents", async () => {
  action.mockResolvedValue(accepted());
  const { user } = open("delivered");
  expect(screen.queryByLabelText(t("profile.requests.post.leftover"))).toBeNull();
  await user.click(screen.getByRole("radio", { name: t("profile.requests.post.cheaper") }));
  await user.type(field(t("profile.requests.post.leftover")), "12,5x");
  await user.click(post());
  const wrong = { problem: t("errors.fields.amountInvalid"), example: "150.00" };
  expect(screen.getByText(t("common.amountLike", wrong))).toBeDefined();
  expect(action).not.toHaveBeenCalled();
  await user.clear(field(t("profile.requests.post.leftover")));
  await user.type(field(t("profile.requests.post.leftover")), "12,50");
  await user.click(post());
  expect(action.mock.calls[0]?.[0]).toMatchObject({ outcome: "cheaper", leftover: 1_250 });
});

it("it stays open while it is posted; a refusal keeps what was typed, at its field", async () => {
  const answer = answersLater(action);
  const { user, onClose, findByText } = open("update");
  await user.type(text(), "Hm");
  await user.click(post());
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  answer.resolve(refusal("VALIDATION_ERROR", "Check", { fields: { text: "Too short" } }));
  expect(await findByText("Too short")).toBeDefined();
  expect(text().value).toBe("Hm");
});

it("a photo is drawn over before it is sent, and what is sent is the covered one", async () => {
  action.mockResolvedValue(accepted());
  const { user } = open("update");
  const input = document.querySelector("input[type=file]:not([capture])") as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(["x"], "bill.jpg", { type: "image/jpeg" })] } });
  await user.type(text(), "The bill");
  expect(post().disabled).toBe(true);
  expect(sending.preparePhoto).not.toHaveBeenCalled();
  await user.click(button("Cover"));
  await screen.findByText(t("request.create.photo.status.sent"));
  const [files] = vi.mocked(sending.preparePhoto).mock.calls[0] ?? [];
  expect(files?.map((file) => file.name)).toEqual(["covered bill.jpg"]);
  await user.click(await ready(post));
  expect(action.mock.calls[0]?.[0]).toMatchObject({ photoUrl: "/photos/p1.webp" });
  expect(noButton("Cover")).toBe(true);
});

/** Chooses a photo whose sending ends when the test says so, and posts before that. */
async function postBeforePhoto() {
  action.mockResolvedValue(accepted());
  const photo = later<string>();
  vi.mocked(sending.sendPhoto).mockImplementationOnce((_photo, _reports, signal) => {
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    return Promise.race([photo.promise, left]);
  });
  const shown = open("delivered");
  const input = document.querySelector("input[type=file]:not([capture])") as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(["x"], "bill.jpg", { type: "image/jpeg" })] } });
  await shown.user.click(button("Cover"));
  await shown.user.type(text(), "The bill");
  await shown.user.click(post());
  return { ...shown, photo };
}

it("a photo that is still sent is waited for, and it goes once, with the photo and the words of then", async () => {
  const { user, photo, onClose } = await postBeforePhoto();
  await user.type(text(), " came");
  await user.click(screen.getByRole("radio", { name: t("profile.requests.post.cheaper") }));
  await user.click(post());
  photo.resolve("/photos/p1.webp");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(action).toHaveBeenCalledOnce();
  expect(action.mock.calls[0]?.[0]).toMatchObject({
    text: "The bill came",
    outcome: "cheaper",
    photoUrl: "/photos/p1.webp",
  });
});

it("it can be closed while its photo is still sent", async () => {
  const { user, onClose } = await postBeforePhoto();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

it("nothing is posted when the page is left while its photo is still sent", async () => {
  const { change } = await postBeforePhoto();
  change(null);
  await act(async () => undefined);
  expect(action).not.toHaveBeenCalled();
});
