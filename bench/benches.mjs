// Every bench that there is, with its arguments in both sizes. Quick takes minutes for all of them together and is for looking; what
// is published is taken full.

export const BENCHES = [
  {
    name: 'orders',
    quick: ['--rounds', '2', '--seconds', '1', '--concurrency', '32,8', '--past', '20000'],
    full: [],
  },
  { name: 'reads', quick: ['--rounds', '2', '--seconds', '2', '--concurrency', '32,8,1'], full: [] },
  { name: 'webhooks', quick: ['--rounds', '2', '--count', '4000', '--dead', '2000'], full: [] },
  {
    name: 'oauth',
    quick: ['--rounds', '2', '--codes', '600', '--refreshes', '1200'],
    full: [],
  },
  { name: 'import', quick: ['--rounds', '2', '--small', '10000', '--large', '50000'], full: [] },
  { name: 'search', quick: ['10k'], full: ['10k', '100k', '1m', 'quality'] },
  { name: 'public', quick: ['--rounds', '2', '--listings', '50000'], full: [] },
  {
    name: 'settlement',
    quick: ['--small', '5000', '--large', '50000', '--settle', '3000', '--requests', '20'],
    full: [],
  },
  { name: 'clicks', quick: ['--rounds', '2', '--seconds', '1'], full: [] },
  { name: 'start', quick: ['--rounds', '1', '--idle', '3'], full: [] },
  {
    name: 'load',
    quick: ['--from', '200', '--step', '3', '--overload', '5', '--names', '5000'],
    full: ['--from', '150', '--soak', '600'],
  },
  { name: 'scale', quick: ['--rounds', '1', '--seconds', '2'], full: [] },
  { name: 'cluster', quick: ['--names', '20000', '--embed-seconds', '30'], full: [] },
  { name: 'epp', quick: ['--rounds', '3'], full: [] },
  { name: 'deliveries', quick: ['--rounds', '1', '--deliveries', '400'], full: [] },
  { name: 'pages', quick: ['--rounds', '1'], full: [] },
  { name: 'timing', quick: ['--samples', '100', '--sign-ins', '40'], full: [] },
]
