// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the plugin uses of the module that Xcode gives it:
// https://developer.apple.com/documentation/xcodeprojectplugin
public import Foundation
public import PackagePlugin

/// https://developer.apple.com/documentation/xcodeprojectplugin/xcodecommandplugin
public protocol XcodeCommandPlugin: Plugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws
}

/// https://developer.apple.com/documentation/xcodeprojectplugin/xcodeplugincontext
public struct XcodePluginContext {
    public let xcodeProject: XcodeProject
    public let pluginWorkDirectoryURL: URL
}

/// https://developer.apple.com/documentation/xcodeprojectplugin/xcodeproject
public struct XcodeProject {
    public let displayName: String
    public let directoryURL: URL
}
