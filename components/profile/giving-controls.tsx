import { CirclePause, CirclePlay, Lock, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazily } from "@/components/shared/lazily";
import { Question } from "@/components/shared/question";
import { useAction } from "@/components/shared/use-action";
import { useDialog } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import { changeGivingAction } from "@/lib/actions/requests";
import type { FundingRequest } from "@/lib/domain/requests/schema";

const EditDialog = lazily(() => import("./edit-dialog"), "EditDialog");

/**
 * What its owner can do with an open request: change its words before the first donation, pause giving, close it for
 * good (safety.md, Owner's own).
 */
export function GivingControls({ request }: { request: FundingRequest }) {
  const t = useTranslations("profile.requests.own");
  const { pending, run } = useAction();
  const dialog = useDialog<"edit" | "close">();
  const { id, item, givingChoice, givers } = request;
  if (request.isCompleted || !request.isActive || givingChoice === "closed") return null;
  const other = givingChoice === "paused" ? "resumed" : "paused";
  const Icon = givingChoice === "paused" ? CirclePlay : CirclePause;
  const failed = { title: t("failed") };
  const doneToast = (to: "paused" | "resumed" | "closed") => ({ title: t(to), variant: "success" }) as const;
  return (
    <div className="flex flex-wrap gap-2">
      {givers === 0 && (
        <Button variant="outline" aria-haspopup="dialog" onClick={dialog.opens("edit")}>
          <Pencil aria-hidden />
          {t("edit")}
        </Button>
      )}
      <Button
        variant="outline"
        pending={pending}
        onClick={() =>
          !pending && run(() => changeGivingAction({ id, to: other }), { done: doneToast(other), failed })
        }
      >
        {!pending && <Icon aria-hidden />}
        {t(givingChoice === "paused" ? "resume" : "pause")}
      </Button>
      <Button variant="outline" aria-haspopup="dialog" onClick={dialog.opens("close")}>
        <Lock aria-hidden />
        {t("close")}
      </Button>
      {dialog.shown === "edit" && <EditDialog request={request} {...dialog.props} />}
      {dialog.shown === "close" && (
        <Question
          title={t("closeTitle")}
          text={t("closeText", { item })}
          confirm={t("close")}
          act={() => changeGivingAction({ id, to: "closed" })}
          done={doneToast("closed")}
          failed={failed}
          {...dialog.props}
        />
      )}
    </div>
  );
}
