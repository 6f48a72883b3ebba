export type Config = {
  readonly port: number
  readonly host: string
  readonly publicUrl: string
  readonly dataDir: string
  readonly siteName: string
  readonly trustProxy: boolean
  readonly rateLimitScale: number
}
