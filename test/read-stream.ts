import { get, type IncomingHttpHeaders } from 'node:http'
import type { Client } from './test-app.ts'

/**
 * Reads a stream for a time in ms or until there is enough, or a complete response that ends earlier. Uses a connection of its
 * own, since stopping the server would wait for a pooled one.
 */
export function readStream(url: string, client: Client, milliseconds: number, isEnough: (text: string) => boolean = () => false) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const headers = client.cookie ? { cookie: client.cookie } : {}
    const request = get(url, { agent: false, headers }, (response) => {
      let text = ''
      const finish = () => {
        clearTimeout(timer)
        request.destroy()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      }
      const timer = setTimeout(finish, milliseconds)
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        if (isEnough(text)) finish()
      })
      response.once('end', finish)
    })
    request.once('error', reject)
  })
}
