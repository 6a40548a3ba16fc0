import { useState } from "react";
import { expect, it, vi } from "vitest";
import { button, field, noButton, show, t } from "@/tests/support/screen";
import { NO_NOTE, NoteField, noteFields } from "./note-field";

const onNote = vi.fn();

function Form({ first }: { first: typeof NO_NOTE }) {
  const [note, setNote] = useState(first);
  return (
    <NoteField
      note={note}
      onNote={(next) => {
        onNote(next);
        setNote(next);
      }}
    />
  );
}
const text = () => field(t("donate.note.label"));
const hint = () => document.getElementById(text().getAttribute("aria-describedby") ?? "")?.textContent;

it("what was written before is shown at once, with who reads it", () => {
  show(<Form first={{ text: "Good luck!", isShown: true }} />);
  expect(noButton(t("donate.note.add"))).toBe(true);
  expect(text().value).toBe("Good luck!");
  expect(field(t("donate.note.shown")).checked).toBe(true);
  expect(hint()).not.toContain(t("donate.note.private"));
});

it("stays open when all of it is deleted, and keeps who may read it", async () => {
  const { user } = show(<Form first={{ text: "Hi", isShown: true }} />);
  await user.clear(text());
  expect(onNote).toHaveBeenLastCalledWith({ text: "", isShown: true });
  expect(text().value).toBe("");
});

it("takes 280 characters and says with the field how many are left", async () => {
  const { user } = show(<Form first={NO_NOTE} />);
  await user.click(button(t("donate.note.add")));
  await user.click(text());
  await user.paste("x".repeat(279));
  expect(hint()).toContain(t("donate.note.left", { count: 1 }));
  await user.keyboard("yz");
  expect(text().value).toMatch(/^x+y$/);
  expect(hint()).toContain(t("donate.note.left", { count: 0 }));
});

it("blanks alone are not sent, and who may read them neither", () => {
  expect(noteFields({ text: " \n", isShown: true })).toEqual({});
  expect(noteFields({ text: "Hi", isShown: false })).toEqual({ message: "Hi", messageShown: false });
});
