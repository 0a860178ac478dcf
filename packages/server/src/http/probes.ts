// The addresses by which others watch a process: answered however much there is to do, and traced by nobody.

const ROUTES = new Set(['system.health', 'system.ready', 'system.metrics', 'search.state'])
export const isProbe = (routeId: string | undefined): boolean => routeId !== undefined && ROUTES.has(routeId)
