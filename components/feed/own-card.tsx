import { useTranslations } from "next-intl";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { Card } from "@/components/ui/card";
import type { Viewer } from "@/lib/domain/users/types";

type Props = Pick<Viewer, "username" | "name" | "avatar" | "profileImageUrl"> & {
  /** Their place on the leaderboard, as a sentence. */
  place: string;
  /** What they gave in all, as money. */
  totalGiven: string;
};

/** The signed-in person's own card: name, place on the leaderboard, total given (specification 2). */
export function OwnCard({ username, name, avatar, profileImageUrl, place, totalGiven }: Props) {
  const t = useTranslations("feed");
  return (
    <Card className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-secondary text-secondary-foreground">
      <PersonAvatar avatar={avatar} imageUrl={profileImageUrl} className="bg-card" />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {name} <span className="text-sm font-normal">@{username}</span>
        </p>
        <p className="text-sm">{place}</p>
      </div>
      <dl className="ml-auto flex flex-col-reverse text-right">
        <dt className="text-sm">{t("totalGiven")}</dt>
        <dd className="text-xl font-bold whitespace-nowrap tabular-nums">{totalGiven}</dd>
      </dl>
    </Card>
  );
}
