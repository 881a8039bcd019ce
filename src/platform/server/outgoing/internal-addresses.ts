import { BlockList, isIP } from 'node:net'

/** Addresses that no message is sent to: private networks, this machine, and all that is no single host on the internet. */
const refusedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Outside 2000::/3 nothing is on the internet (RFC 4291): loopback, link-local, unique local, multicast, mapped and NAT64. */
const publicIpv6 = '2000::/3'
/** Within it: protocols of the IETF (Teredo among them), documentation, and 6to4, which stands for any IPv4 address. */
const refusedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const refused = toBlockList([...refusedIpv4, ...refusedIpv6])
const isPublicIpv6 = toBlockList([publicIpv6])

function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Whether an IP address belongs to the internet, so that sending something there reaches nothing internal. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && isPublicIpv6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

export interface AllowedInside {
  /** Whether anything may be sent to this host, whatever its address. */
  host(name: string): boolean
  address(address: string): boolean
}

/** What WEBHOOK_ALLOW_INTERNAL allows: names of hosts, addresses and ranges such as 10.1.0.0/16. */
export function allowedInside(entries: readonly string[]): AllowedInside {
  const isAddress = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0
  const hosts = new Set(entries.filter((entry) => !isAddress(entry)).map((entry) => entry.toLowerCase()))
  const list = toBlockList(entries.filter(isAddress))
  return {
    host: (name) => hosts.has(name.toLowerCase()),
    address: (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}
