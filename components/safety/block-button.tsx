"use client";

import { Ban } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Question } from "@/components/shared/question";
import { useDialog } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import { blockAction } from "@/lib/actions/safety";

/** Blocks a person after a question, and leaves their page, which is gone then (safety.md, Block). */
export function BlockButton({ username }: { username: string }) {
  const t = useTranslations("safety.block");
  const router = useRouter();
  const question = useDialog();
  return (
    <>
      <Button
        variant="ghost"
        className="px-0 text-sm text-muted-foreground hover:bg-transparent hover:underline"
        onClick={question.opens(true)}
      >
        <Ban aria-hidden className="size-4" />
        {t("block")}
      </Button>
      {question.shown && (
        <Question
          title={t("title", { username })}
          text={t("text")}
          confirm={t("block")}
          destructive
          act={() => blockAction({ username, isBlocked: true })}
          done={{ title: t("done", { username }) }}
          failed={{ title: t("failed") }}
          onDone={() => router.push("/")}
          {...question.props}
        />
      )}
    </>
  );
}
