// What an order of a person's domain costs beside one of the marketplace's own, both live.

import { ratioRow } from '../result.mjs'
import { createBenchDatabase, inTurns, median, query, startServer } from './fixture.mjs'

const MOST_FOR_SELLERS = 1.15
const CONNECTIONS = 32
/** More than this machine does in a second, for the round that warms up, and what it does in the others. */
const [PER_SECOND_MAX, PER_SECOND] = [4000, 1200]

/** A sale of someone's domain also notes what the person earns. */
export async function compareWithSellers(postgres, { overHttp, rounds, seconds }) {
  const forSale = PER_SECOND_MAX * seconds * 2 + rounds * seconds * PER_SECOND
  const make = async (name, ofPerson) => ({
    ...(await createBenchDatabase(postgres, name, { forSale, live: true, ofPerson })),
    tld: 'com',
  })
  const targets = [await make('bench_own', false), await make('bench_sellers', true)]
  const servers = [await startServer(targets[0]), await startServer(targets[1])]
  const runs = targets.map((target, side) => () => overHttp(target, servers[side], CONNECTIONS))
  for (const run of runs) await run()
  const pairs = await inTurns(rounds, ...runs)
  for (const server of servers) await server.stop()
  const [{ noted }] = await query(targets[1].url, 'select count(*)::int as noted from seller_sales')
  if (noted === 0) throw new Error('no sale was a sale of a person')
  const cost = (side) => pairs.map((pair) => 1000 / pair[side].perSecond)
  const ratios = cost(1).map((ms, round) => ms / cost(0)[round])
  console.log(`cost of an order of a person's domain / of our own: ${median(ratios).toFixed(2)}`)
  return [
    ratioRow({
      what: "cost of an order of a seller's domain : of the marketplace's own",
      unit: `ms an order, ${CONNECTIONS} at a time`,
      ours: cost(1),
      peer: cost(0),
      limit: { most: MOST_FOR_SELLERS },
    }),
  ]
}
