/**
 * Keeps the keyboard's place in a page: when what had the focus goes (a row that was removed, a button that is offered no
 * more), the heading of the part in which it stood has it, so that a reader's ears and the next Tab go on from there.
 */
export function keepPlace(main: HTMLElement) {
  let last: Element | null = null;
  let parts: Element[] = [];
  let isSeen = false;
  const note = ({ target }: FocusEvent) => {
    last = target as Element;
    isSeen = last.matches(':focus-visible');
    parts = [];
    for (let part = last.closest('section'); part; part = part.parentElement?.closest('section') ?? null)
      parts.push(part);
  };
  // Who presses beside everything has no place to keep.
  const forget = () => (last = null);
  const isLost = () => last && !last.isConnected && document.activeElement === document.body;
  function settle() {
    const heading = isLost() ? parts.find((part) => part.isConnected)?.querySelector<HTMLElement>('h2, h3') : null;
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: !isSeen });
  }
  // A page that knows a better place takes the focus there first.
  const observer = new MutationObserver(() => isLost() && setTimeout(settle, 50));
  main.addEventListener('focusin', note);
  document.addEventListener('pointerdown', forget);
  observer.observe(main, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('pointerdown', forget);
    main.removeEventListener('focusin', note);
  };
}
