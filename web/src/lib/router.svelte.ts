import { routeOf, type Route } from './routes';

function here(): Route {
  return routeOf(location.pathname, location.search, location.hash);
}

class Router {
  route = $state<Route>(here());

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.route = here();
    if (!location.hash) scrollTo(0, 0);
  }

  start(): void {
    addEventListener('popstate', () => (this.route = here()));
    document.addEventListener('click', (event) => this.#follow(event));
  }

  /** Links within the site change the page without loading it again. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api/') || link.hash === '#main') return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
