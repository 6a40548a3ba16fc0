import { CirclePause, CirclePlay, Lock, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { changeGivingAction } from "@/lib/actions/requests";
import type { FundingRequest } from "@/lib/domain/requests/schema";

const EditDialog = lazily(() => import("./edit-dialog").then((module) => module.EditDialog));
const CloseDialog = lazily(() => import("./close-dialog").then((module) => module.CloseDialog));

/**
 * What its owner can do with an open request: change its words before the first donation, pause giving, close it for
 * good (safety.md, Owner's own).
 */
export function GivingControls({ request }: { request: FundingRequest }) {
  const t = useTranslations("profile.requests.own");
  const { pending, run } = useAction();
  const [open, setOpen] = useState<"edit" | "close" | null>(null);
  const { id, item, givingOff, givers } = request;
  if (request.isCompleted || !request.isActive || givingOff === "closed") return null;
  const change = (to: "paused" | "resumed" | "closed") =>
    run(() => changeGivingAction({ id, to }), {
      done: { title: t(to), variant: "success" },
      failed: { title: t("failed") },
      onDone: () => setOpen(null),
    });
  return (
    <div className="flex flex-wrap gap-2">
      {givers === 0 && (
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen("edit")}>
          <Pencil aria-hidden />
          {t("edit")}
        </Button>
      )}
      <Button
        variant="outline"
        disabled={pending}
        onClick={() => change(givingOff === "paused" ? "resumed" : "paused")}
      >
        {givingOff === "paused" ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />}
        {t(givingOff === "paused" ? "resume" : "pause")}
      </Button>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen("close")}>
        <Lock aria-hidden />
        {t("close")}
      </Button>
      {open === "edit" && <EditDialog request={request} onClose={() => setOpen(null)} />}
      {open === "close" && (
        <CloseDialog
          item={item}
          pending={pending}
          onConfirm={() => change("closed")}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
