import { EyeOff } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ReportLink } from "@/components/safety/report-link";
import { ActionButton } from "@/components/shared/action-button";
import { DateText } from "@/components/shared/dates";
import { personHref } from "@/components/shared/person-name";
import { Quote } from "@/components/shared/quote";
import { hideNoteAction } from "@/lib/actions/donations";
import type { Note } from "@/lib/domain/donors/story-schema";

type Props = {
  notes: readonly Note[];
  /** The request is the reader's. */
  isOwn: boolean;
};

/** What donors wrote: all of it to the owner, who may hide it from others; to those what may be shown. */
export function Notes({ notes, isOwn }: Props) {
  const t = useTranslations("request.story.notes");
  if (notes.length === 0) return null;
  return (
    <section className="space-y-3">
      <h4 className="font-semibold">{t("title")}</h4>
      <ul className="space-y-4">
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} isOwn={isOwn} />
        ))}
      </ul>
    </section>
  );
}

function NoteItem({ note, isOwn }: { note: Note; isOwn: boolean }) {
  const t = useTranslations("request.story.notes");
  const [hidden, setHidden] = useState(false);
  const { id, text, donorName, guestName, shown, mine, at } = note;
  const isShown = shown && !hidden;
  return (
    <li>
      <Quote>{text}</Quote>
      <p className="text-sm text-muted-foreground">
        {donorName === null ? (
          (guestName ?? t("anonymous"))
        ) : (
          <Link
            href={personHref(donorName)}
            prefetch={false}
            className="font-medium underline-offset-4 hover:underline"
          >
            @{donorName}
          </Link>
        )}
        {" · "}
        <DateText value={at} />
        {isOwn && <> · {t(isShown ? "forAll" : "forYou")}</>}
      </p>
      <div className="flex flex-wrap gap-x-4">
        {isOwn && isShown && (
          <ActionButton
            variant="link"
            className="px-0 text-sm"
            icon={<EyeOff aria-hidden />}
            act={() => hideNoteAction({ id })}
            failed={{ title: t("failed") }}
            onDone={() => setHidden(true)}
          >
            {t("hide")}
          </ActionButton>
        )}
        {!mine && <ReportLink kind="message" id={id} />}
      </div>
    </li>
  );
}
