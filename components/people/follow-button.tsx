"use client";

import { UserRoundCheck, UserRoundPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useChange } from "@/components/shared/use-change";
import { Button } from "@/components/ui/button";
import { send } from "@/lib/web/http";

/** Follows somebody, who is not told, or no longer does (giving.md, Finding). */
export function FollowButton({ username, followed }: { username: string; followed: boolean }) {
  const t = useTranslations("people");
  const { busy, change } = useChange();
  const [isFollowed, setFollowed] = useState(followed);

  const toggle = () =>
    change(async () => {
      await send(isFollowed ? "DELETE" : "PUT", `/api/people/${encodeURIComponent(username)}/follow`);
      setFollowed(!isFollowed);
    });

  const Icon = isFollowed ? UserRoundCheck : UserRoundPlus;
  return (
    <Button variant="outline" pending={busy} aria-pressed={isFollowed} onClick={() => !busy && void toggle()}>
      <Icon aria-hidden />
      {t(isFollowed ? "followed" : "follow")}
    </Button>
  );
}
