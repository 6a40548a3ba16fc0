"use client";

import { PackageCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RequestPhoto } from "@/components/photos/request-photo";
import { ReportLink } from "@/components/safety/report-link";
import { DateText } from "@/components/shared/dates";
import { lazily } from "@/components/shared/lazily";
import { Question } from "@/components/shared/question";
import { useDialog } from "@/components/shared/use-dialog";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { deletePostAction } from "@/lib/actions/posts";
import { EDITABLE_FOR } from "@/lib/domain/posts/rules";
import type { Post } from "@/lib/domain/posts/schema";
import { now } from "@/lib/ground/clock";

const EditPost = lazily(() => import("./edit-post"), "EditPost");

type Props = {
  posts: readonly Post[];
  /** The request is the reader's. */
  isOwn: boolean;
  /** Of a guest's receipt, for what donors alone see. */
  receiptToken?: string;
  /** The level of the heading, by its position on the page. */
  as?: "h2" | "h4";
};

/** What the owner of a request posted about it, the newest first (giving.md, Updates, thanks, delivered). */
export function Posts({ posts, isOwn, receiptToken, as: Heading = "h4" }: Props) {
  const t = useTranslations("request.story.posts");
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  const shown = posts.filter(({ id }) => !deleted.has(id));
  if (shown.length === 0) return null;
  return (
    <section className="space-y-3">
      <Heading className="font-semibold">{t("title")}</Heading>
      <ul className="space-y-5">
        {shown.map((post) => (
          <PostItem
            key={post.id}
            post={post}
            isOwn={isOwn}
            receiptToken={receiptToken}
            onDeleted={() => setDeleted((before) => new Set(before).add(post.id))}
          />
        ))}
      </ul>
    </section>
  );
}

type ItemProps = {
  post: Post;
  isOwn: boolean;
  receiptToken: string | undefined;
  onDeleted: () => void;
};

function PostItem({ post: read, isOwn, receiptToken, onDeleted }: ItemProps) {
  const t = useTranslations("request.story.posts");
  const money = useMoney();
  const [edited, setEdited] = useState<Post | null>(null);
  const post = edited ?? read;
  const { id, kind, text, photoUrl, outcome, leftover } = post;
  const dialog = useDialog<"edit" | "delete">();
  const isEditable = now().getTime() - new Date(post.createdAt).getTime() < EDITABLE_FOR;
  const about = [
    ...(post.editedAt === null ? [] : [t("edited")]),
    ...(isOwn && post.audience === "givers" ? [t("forDonors")] : []),
    ...(post.hidden ? [t("hidden")] : []),
  ];
  return (
    <li className="space-y-2">
      <p className="flex flex-wrap items-center gap-x-2">
        {kind === "delivered" && <PackageCheck aria-hidden className="size-5 text-primary" />}
        <span className="font-semibold">{t(`kinds.${kind}`)}</span>
        <span className="text-sm text-muted-foreground">
          <DateText value={post.createdAt} />
          {about.map((each) => ` · ${each}`)}
        </span>
      </p>
      {outcome !== null && (
        <p className="font-medium">
          {t(`outcomes.${outcome}`)} {leftover !== null && t("leftover", { amount: money(leftover) })}
        </p>
      )}
      {text !== "" && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>}
      {photoUrl !== null && (
        <RequestPhoto
          photoUrl={photoUrl}
          item={t(`kinds.${kind}`)}
          shape="full"
          receiptToken={receiptToken}
          className="rounded-xl"
        />
      )}
      {isOwn && (
        <div className="flex flex-wrap gap-x-4">
          {(isEditable ? (["edit", "delete"] as const) : (["delete"] as const)).map((what) => (
            <Button key={what} variant="link" className="px-0 text-sm" onClick={dialog.opens(what)}>
              {t(what)}
            </Button>
          ))}
        </div>
      )}
      {!isOwn && (text !== "" || photoUrl !== null) && (
        <ReportLink kind="post" id={id} receiptToken={receiptToken} />
      )}
      {dialog.shown === "edit" && <EditPost post={post} onChanged={setEdited} {...dialog.props} />}
      {dialog.shown === "delete" && (
        <Question
          title={t("deleteTitle")}
          text={t("deleteText")}
          confirm={t("delete")}
          destructive
          act={() => deletePostAction({ id })}
          failed={{ title: t("failed") }}
          onDone={onDeleted}
          {...dialog.props}
        />
      )}
    </li>
  );
}
