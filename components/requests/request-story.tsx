import {
  Gift,
  Hand,
  Heart,
  Landmark,
  type LucideIcon,
  PackageCheck,
  PartyPopper,
  TrendingUp,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { DateText } from "@/components/shared/dates";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { personHref } from "@/components/shared/person-name";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { Face } from "@/lib/domain/donors/schema";
import type { Step, Story } from "@/lib/domain/donors/story-schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { send } from "@/lib/web/http";
import { Notes } from "./notes";
import { Posts } from "./posts";

/** The stations of every request, in order. The latest donation is named beside the circles. */
const STATIONS = {
  asked: Hand,
  first_gift: Gift,
  halfway: TrendingUp,
  goal: PartyPopper,
  thanks: Heart,
  paid_out: Landmark,
  delivered: PackageCheck,
} as const satisfies Partial<Record<Step["kind"], LucideIcon>>;
type Station = keyof typeof STATIONS;
const AFTER_GOAL: ReadonlySet<Station> = new Set(["paid_out", "delivered"]);

type Props = {
  request: FundingRequest;
  isOwn: boolean;
  /** With what was read, each time. */
  onRead?: (story: Story) => void;
};

/** The circles for donations: at most as many as a story has faces, so that nothing moves when those arrive. */
const CIRCLES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/**
 * Who gave to a request, what they wrote, and its progress. What the request itself says is shown at once, and the
 * faces and dates replace placeholders of their size; if they cannot be read, they stay away.
 */
export function RequestStory({ request, isOwn, onRead }: Props) {
  const { story, loading } = useStory(request);
  useEffect(() => {
    if (story) onRead?.(story);
  }, [story, onRead]);
  const known: Partial<Record<Step["kind"], string | null>> = {
    asked: request.createdAt,
    goal: request.completedAt,
  };
  const at = (kind: Step["kind"]) =>
    story?.steps.find((step) => step.kind === kind)?.at ?? known[kind] ?? null;
  const donations = loading ? request.givers : (story?.gifts ?? request.givers);
  const isReached: Record<Station, boolean> = {
    asked: true,
    first_gift: donations > 0,
    halfway: 2 * request.raised >= request.goal,
    goal: request.isCompleted,
    thanks: at("thanks") !== null,
    paid_out: at("paid_out") !== null,
    delivered: at("delivered") !== null,
  };
  // What comes after the goal is not mentioned before it is near.
  const stations = (Object.keys(STATIONS) as Station[]).filter(
    (station) => !AFTER_GOAL.has(station) || request.isCompleted || isReached[station],
  );
  return (
    <div className="space-y-4">
      <Donors faces={story?.givers ?? []} donations={donations} latest={at("latest_gift")} />
      <ol>
        {stations.map((station, index) => {
          const next = stations[index + 1];
          return (
            <StationItem
              key={station}
              station={station}
              isReached={isReached[station]}
              leadsOn={next === undefined ? null : isReached[next]}
              at={at(station)}
              loading={loading}
            />
          );
        })}
      </ol>
      <Posts posts={story?.posts ?? []} isOwn={isOwn} />
      <Notes notes={story?.messages ?? []} isOwn={isOwn} />
    </div>
  );
}

/** Everybody who has a request open gets the event at once: they ask within this time, and no more often. */
const SPREAD_MS = 1_000;
const PAUSE_MS = 5_000;

/**
 * The story of a request, read again when it got another donation; null until it is there, or when it was never read.
 * The one before is shown meanwhile.
 */
function useStory({ id, givers }: FundingRequest): { story: Story | null; loading: boolean } {
  const [read, setRead] = useState<{ of: string; story: Story | null } | null>(null);
  const askedAt = useRef<number | null>(null);
  const of = `${id} ${givers}`;
  useEffect(() => {
    let wanted = true;
    const show = (story: Story | null) =>
      wanted && setRead((before) => ({ of, story: story ?? before?.story ?? null }));
    const ask = () => {
      askedAt.current = Date.now();
      send<Story>("GET", `/api/requests/${id}/story`).then(show, () => show(null));
    };
    const timer = setTimeout(ask, waitAfter(askedAt.current));
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [id, of]);
  return { story: read?.story ?? null, loading: read?.of !== of };
}

function waitAfter(askedAt: number | null): number {
  if (askedAt === null) return 0;
  return Math.max(Math.random() * SPREAD_MS, askedAt + PAUSE_MS - Date.now());
}

type DonorsProps = { faces: Face[]; donations: number; latest: string | null };

/** A circle for each of the last donations: faces that lead to people, then those who are not shown. */
function Donors({ faces, donations, latest }: DonorsProps) {
  const t = useTranslations("request.story");
  if (donations === 0) return <p className="text-muted-foreground">{t("none")}</p>;
  return (
    <div className="space-y-1">
      <ul aria-label={t("donors")} className="-mx-0.5 flex flex-wrap">
        {faces.map(({ username, avatar, profileImageUrl }) => (
          <li key={username}>
            <Link
              href={personHref(username)}
              prefetch={false}
              aria-label={`@${username}`}
              title={`@${username}`}
              className="grid size-10.5 place-items-center rounded-full"
            >
              <PersonAvatar avatar={avatar} imageUrl={profileImageUrl} size="sm" />
            </Link>
          </li>
        ))}
        {CIRCLES.slice(faces.length, donations).map((key) => (
          <li key={key} aria-hidden className="grid size-10.5 place-items-center">
            <PersonAvatar avatar={null} size="sm" />
          </li>
        ))}
      </ul>
      <p>
        <span className="font-semibold">{t("donations", { count: donations })}</span>
        {latest && (
          <span className="text-muted-foreground">
            {" · "}
            {t.rich("latest", { date: () => <DateText value={latest} /> })}
          </span>
        )}
      </p>
    </div>
  );
}

type StationProps = {
  station: Station;
  isReached: boolean;
  /** Whether the next station is reached too; null after the last. */
  leadsOn: boolean | null;
  at: string | null;
  loading: boolean;
};

function StationItem({ station, isReached, leadsOn, at, loading }: StationProps) {
  const t = useTranslations("request.story");
  const Icon = STATIONS[station];
  return (
    <li className="relative flex items-center gap-3 pb-3 last:pb-0">
      {leadsOn !== null && (
        <span
          aria-hidden
          className={cn(
            "absolute top-8 bottom-0 left-4 w-0.5 -translate-x-1/2",
            isReached && leadsOn ? "bg-primary" : "bg-track",
          )}
        />
      )}
      <span
        className={cn(
          "grid size-8 shrink-0 place-items-center rounded-full",
          isReached ? "bg-primary text-primary-foreground" : "bg-track text-muted-foreground",
        )}
      >
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
        <span className={isReached ? "font-medium" : "text-muted-foreground"}>
          {t(`steps.${station}`)}
          {!isReached && <span className="sr-only"> ({t("toCome")})</span>}
        </span>
        {isReached && at && (
          <span className="text-sm text-muted-foreground">
            <DateText value={at} />
          </span>
        )}
        {isReached && !at && loading && <Skeleton className="h-3 w-20" />}
      </span>
    </li>
  );
}
