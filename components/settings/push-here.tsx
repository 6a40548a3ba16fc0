"use client";

import { BellOff, BellRing } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { usePlatform } from "@/components/shared/platform";
import { type PushState, pushState, turnOffPush, turnOnPush } from "@/components/shared/push";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";

type Props = {
  /** The server's key, under which browsers subscribe. */
  publicKey: string;
  /** Of the person's browsers. */
  endpoints: readonly string[];
};

/** Switches push messages on or off in this browser; says why where that cannot be done. */
export function PushHere({ publicKey, endpoints }: Props) {
  const t = useTranslations("push");
  const { appName } = usePlatform();
  const { pending, run } = useAction();
  const [state, setState] = useState<PushState | "asking" | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    const look = () =>
      pushState(publicKey, endpoints).then(
        (found) => stop.signal.aborted || setState(found),
        () => stop.signal.aborted || setState("unsupported"),
      );
    void look();
    // The person may change the permission in the browser's own settings.
    navigator.permissions
      ?.query({ name: "notifications" })
      .then((permission) => permission.addEventListener("change", look, { signal: stop.signal }))
      .catch(() => undefined);
    return () => stop.abort();
  }, [publicKey, endpoints]);

  async function turnOn() {
    setState("asking");
    const permission = await Notification.requestPermission();
    if (permission !== "granted") return setState(permission === "denied" ? "denied" : "off");
    const failed = { title: t("failed"), text: t("failedText") };
    run(() => turnOnPush(publicKey), {
      failed,
      onDone: () => setState("on"),
      onFailed: () => setState("off"),
    });
  }

  function turnOff() {
    run(turnOffPush, { failed: { title: t("failed") }, onDone: () => setState("off") });
  }

  const busy = pending || state === "asking";
  const Icon = state === "on" ? BellRing : BellOff;
  return (
    <Card className="space-y-3">
      <CardTitle className="flex items-center gap-2">
        <Icon aria-hidden className="size-5 shrink-0" />
        {t("title")}
      </CardTitle>
      <p className="text-muted-foreground">{t("text", { appName })}</p>
      <p role="status" className="min-h-6 font-semibold">
        {state !== null && t(`states.${state}`, { appName })}
      </p>
      {(state === "off" || state === "asking" || state === "on") && (
        <Button
          variant={state === "on" ? "outline" : "default"}
          className="w-full"
          pending={busy}
          onClick={() => !busy && (state === "on" ? turnOff() : turnOn())}
        >
          {t(state === "on" ? "turnOff" : "turnOn")}
        </Button>
      )}
    </Card>
  );
}
