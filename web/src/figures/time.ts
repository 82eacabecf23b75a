const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** 31 Oct 2026 */
export const onDay = (time: string) => day.format(new Date(time));
/** 31 Oct */
export const dayAndMonth = (milliseconds: number) => shortDay.format(new Date(milliseconds));
/** 31 Oct, 23:00 */
export const atHour = (time: string) => `${shortDay.format(new Date(time))}, ${clock.format(new Date(time))}`;
/** 31 Oct 2026, 23:00 UTC */
export const atTime = (time: string) => `${onDay(time)}, ${clock.format(new Date(time))} UTC`;

/** 3 min ago; a time to come stands as itself. */
export function ago(time: string, now: number): string {
  const seconds = Math.round((now - new Date(time).getTime()) / 1000);
  if (seconds < -60) return atTime(time);
  const steps: [number, number, string][] = [
    [60, 1, 's'],
    [3600, 60, 'min'],
    [86_400, 3600, 'h'],
    [30 * 86_400, 86_400, 'd'],
  ];
  for (const [below, unit, word] of steps) {
    if (seconds < below) return `${Math.max(0, Math.floor(seconds / unit))} ${word} ago`;
  }
  return onDay(time);
}

/** 2 h 5 min */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} days`;
}

/** A day whose year is being typed: 0002, 0020 and 0202 pass before 2026 stands there. */
export const isHalfTyped = (day: string) => day.startsWith('0');
