import { BellRing } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlatform } from "@/components/shared/platform";
import { turnOnPush } from "@/components/shared/push";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";

type Props = { publicKey: string; onDecided: () => void; onLater: () => void };

/** The browser asks only after the person said yes here: a no to its question is for good. */
export function PushInvitationCard({ publicKey, onDecided, onLater }: Props) {
  const t = useTranslations("push");
  const { appName } = usePlatform();
  const { pending, run } = useAction();

  async function turnOn() {
    const permission = await Notification.requestPermission();
    if (permission === "denied") return onDecided();
    if (permission !== "granted") return;
    run(() => turnOnPush(publicKey), {
      failed: { title: t("failed"), text: t("failedText") },
      done: { title: t("states.on"), variant: "success" },
      onDone: onDecided,
      onFailed: onDecided,
    });
  }

  return (
    <Card className="mb-3 space-y-3">
      <CardTitle className="flex items-center gap-2">
        <BellRing aria-hidden className="size-5 shrink-0" />
        {t("invite")}
      </CardTitle>
      <p className="text-muted-foreground">{t("text", { appName })}</p>
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button variant="outline" aria-disabled={pending || undefined} onClick={() => !pending && onLater()}>
          {t("later")}
        </Button>
        <Button pending={pending} onClick={() => !pending && void turnOn()}>
          {t("turnOn")}
        </Button>
      </div>
    </Card>
  );
}
