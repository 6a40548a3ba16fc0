import { Heart, Megaphone, PackageCheck } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { useAction } from "@/components/shared/use-action";
import { useDialog } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import { writePostAction } from "@/lib/actions/posts";
import type { Delivery } from "@/lib/domain/posts/types";
import { DAY_FORMAT } from "@/lib/ground/i18n/date-formats";

const PostDialog = lazily(() => import("./post-dialog"), "PostDialog");

type Props = {
  requestId: string;
  /** Null before any money of it arrived. */
  delivery: Delivery | null;
};

/** What the owner of a request tells those who gave to it: thanks in one tap, updates, what became of the money. */
export function PostControls({ requestId: id, delivery }: Props) {
  const t = useTranslations("profile.requests.post");
  const format = useFormatter();
  const { pending, run } = useAction();
  const dialog = useDialog<"update" | "delivered">();
  const [isThanked, setThanked] = useState(false);
  const isAsked = delivery?.deliveredAt === null;
  const thank = () =>
    run((key) => writePostAction({ requestId: id, kind: "thanks", text: "", audience: "givers" }, key), {
      done: { title: t("thanked"), variant: "success" },
      failed: { title: t("failed") },
      onDone: () => setThanked(true),
    });
  return (
    <div className="space-y-2">
      {delivery && isAsked && (
        <p className="rounded-xl bg-accent-soft p-3 text-accent-foreground">
          {t("arrived", { day: format.dateTime(delivery.paidOutAt, DAY_FORMAT) })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {delivery && (
          <Button
            variant={isAsked ? "default" : "outline"}
            aria-haspopup="dialog"
            onClick={dialog.opens("delivered")}
          >
            <PackageCheck aria-hidden />
            {t("deliver")}
          </Button>
        )}
        <Button
          variant="outline"
          aria-disabled={pending || isThanked || undefined}
          onClick={() => !pending && !isThanked && thank()}
        >
          <Heart aria-hidden />
          {t(isThanked ? "thanked" : "thankAll")}
        </Button>
        <Button variant="outline" aria-haspopup="dialog" onClick={dialog.opens("update")}>
          <Megaphone aria-hidden />
          {t("update")}
        </Button>
      </div>
      {dialog.shown && <PostDialog requestId={id} kind={dialog.shown} {...dialog.props} />}
    </div>
  );
}
