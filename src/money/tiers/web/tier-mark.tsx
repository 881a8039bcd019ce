const tones = ['#a8693d', '#7f8a94', '#b8892b', '#5f8f9b', '#6a5fb0']

/** A tier's mark: as many strokes of the bridge as its place, in its own tone. It goes by place, so renamed tiers keep it. */
export function TierMark({ order, size = 20 }: { order: number; size?: number }) {
  const tone = tones[(order - 1) % tones.length]
  const spans = Math.min(order, 5)
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="11" fill={tone} opacity="0.16" />
      {Array.from({ length: spans }, (_, index) => {
        const radius = 8.5 - index * 1.7
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: strokes are their place
            key={index}
            d={`M${12 - radius} 17a${radius} ${radius} 0 0 1 ${radius * 2} 0`}
            fill="none"
            stroke={tone}
            strokeWidth="1.2"
            strokeLinecap="round"
          />
        )
      })}
      <path d="M4 17.6h16" stroke={tone} strokeWidth="1.4" strokeLinecap="round" />
    </svg>
  )
}
