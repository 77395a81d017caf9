/// A type of the app, in a target whose name Verbatim leaves to apps.
public enum ReplayModule {}
