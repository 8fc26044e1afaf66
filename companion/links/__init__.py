"""Other machines: a broker of messages, a webhook, a club of many tables."""
