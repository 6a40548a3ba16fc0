import { MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextareaField } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { MAX_NOTE } from "@/lib/domain/donations/rules";

/** What a donor writes to the recipient; `isShown`: others may read it too. */
export type Note = { text: string; isShown: boolean };

export const NO_NOTE: Note = { text: "", isShown: false };

/** The fields of a call that starts a payment. */
export function noteFields({ text, isShown }: Note) {
  return text.trim() === "" ? {} : { message: text, messageShown: isShown };
}

/** A message with a donation (giving.md, Methods), folded to a button until somebody wants to write one. */
export function NoteField({ note, onNote }: { note: Note; onNote: (note: Note) => void }) {
  const t = useTranslations("donate.note");
  const [open, setOpen] = useState(note.text !== "");
  if (!open) {
    return (
      <Button variant="ghost" className="self-start" onClick={() => setOpen(true)}>
        <MessageCircle aria-hidden />
        {t("add")}
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <TextareaField
        label={t("label")}
        hint={[t("left", { count: MAX_NOTE - note.text.length }), !note.isShown && t("private")]
          .filter(Boolean)
          .join(" ")}
        autoFocus
        rows={3}
        maxLength={MAX_NOTE}
        value={note.text}
        onChange={({ target: { value } }) => onNote({ ...note, text: value })}
        className="min-h-20"
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={note.isShown}
          onChange={({ target: { checked } }) => onNote({ ...note, isShown: checked })}
          className="size-5 shrink-0"
        />
        {t("shown")}
      </label>
    </div>
  );
}
