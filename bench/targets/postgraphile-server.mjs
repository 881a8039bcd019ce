// PostGraphile 5 on the thin schema, as its documentation sets it up: each request runs in the role of its caller.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const { PORT, DATABASE_URL } = process.env

const server = createServer()
const service = postgraphile({
  extends: [PostGraphileAmberPreset],
  // As many connections as the portal uses.
  pgServices: [makePgService({ connectionString: DATABASE_URL, schemas: ['public'], poolConfig: { max: 10 } })],
  grafserv: { graphiql: false, watch: false, websockets: false },
  grafast: {
    explain: false,
    context({ node }) {
      const [role, userId] = node.req.headers['x-caller'].split(' ')
      return { pgSettings: { role: `thin_${role}`, 'app.user_id': userId } }
    },
  },
}).createServ(grafserv)
await service.addTo(server)
server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
process.once('SIGTERM', () => process.exit(0))
