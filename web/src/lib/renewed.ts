/** How often a server that is away is looked for, in milliseconds. */
const EVERY = 3000;

const ownScript = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? '';

/** The page as the server has it now; null while it is away. */
async function pageNow(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Whether the server has another version of the app: the parts of this one that were not loaded yet are gone. */
export function isOther(page: string | null, script: string): boolean {
  return page !== null && page.includes('type="module"') && !page.includes(`"${script}"`);
}

/** A part that is no longer there, as the app was renewed, comes with the whole page loaded anew. */
export function followRenewals(): void {
  addEventListener('vite:preloadError', () => {
    void pageNow().then((page) => isOther(page, ownScript()) && location.reload());
  });
}

/** Loads the page anew once the server answers again; the answer ends the wait. One that was never silent is not waited for. */
export function waitForServer(): () => void {
  let silent = false;
  const look = async () => {
    const page = await pageNow();
    if (page === null) silent = true;
    else if (silent) location.reload();
  };
  void look();
  const timer = setInterval(() => void look(), EVERY);
  return () => clearInterval(timer);
}
